import { ensureValid, readLong, readNumber } from '../bytes.ts'
import { type Box, onlyBox, optionalBox } from './boxes.ts'

/** A frame's place in the file. */
export interface Range {
  start: number
  end: number
}

const TABLE = 8
const SIZES = 12
const RUN_BYTES = 12

/** The frames that the boxes of stbl name: sizes per frame, frames per chunk, offsets of the chunks. */
export function readSampleTable(boxes: Box[], maxFrames: number): Range[] {
  const sizes = readSizes(onlyBox(boxes, 'stsz'), maxFrames)
  const offsets = readOffsets(boxes)
  const runs = readRuns(onlyBox(boxes, 'stsc'))
  const frames: Range[] = []
  let run = 0
  offsets.forEach((offset, chunk) => {
    if (runs[run + 1]?.firstChunk === chunk + 1) run++
    const perChunk = runs[run]?.frames ?? 0
    ensureValid(frames.length + perChunk <= sizes.length)
    let start = offset
    for (let i = 0; i < perChunk; i++) {
      const end = start + Number(sizes[frames.length])
      frames.push({ start, end })
      start = end
    }
  })
  ensureValid(frames.length === sizes.length)
  return frames
}

/** One size for all, or a size per frame. */
function readSizes(stsz: Buffer, maxFrames: number): number[] {
  const shared = readNumber(stsz, 4, 4)
  const count = readNumber(stsz, 8, 4)
  ensureValid(count <= maxFrames)
  return Array.from({ length: count }, (_, i) => shared || readNumber(stsz, SIZES + i * 4, 4))
}

function readOffsets(boxes: Box[]): number[] {
  const short = optionalBox(boxes, 'stco')
  if (short) return Array.from({ length: countOf(short, 4) }, (_, i) => readNumber(short, TABLE + i * 4, 4))
  const long = onlyBox(boxes, 'co64')
  return Array.from({ length: countOf(long, 8) }, (_, i) => readLong(long, TABLE + i * 8))
}

function readRuns(stsc: Buffer): { firstChunk: number; frames: number }[] {
  const runs = Array.from({ length: countOf(stsc, RUN_BYTES) }, (_, i) => {
    const at = TABLE + i * RUN_BYTES
    ensureValid(readNumber(stsc, at + 8, 4) === 1) // the only sample description
    return { firstChunk: readNumber(stsc, at, 4), frames: readNumber(stsc, at + 4, 4) }
  })
  ensureValid(
    runs.every((run, i) => (i === 0 ? run.firstChunk === 1 : run.firstChunk > Number(runs[i - 1]?.firstChunk))),
  )
  return runs
}

/** The number of entries, which the box must hold. */
function countOf(table: Buffer, entryBytes: number): number {
  const count = readNumber(table, 4, 4)
  ensureValid(TABLE + count * entryBytes <= table.length)
  return count
}
