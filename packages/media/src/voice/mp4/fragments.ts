import { ensureValid, readLong, readNumber, readSigned } from '../bytes.ts'
import { type Box, listBoxes, onlyBox } from './boxes.ts'
import type { Range } from './sample-table.ts'

// flags of tfhd and trun: which optional fields follow, in this order
const BASE_OFFSET = 0x1
const DESCRIPTION = 0x2
const DEFAULT_DURATION = 0x8
const DEFAULT_SIZE = 0x10
const DATA_OFFSET = 0x1
const FIRST_FLAGS = 0x4
const DURATION = 0x100
const SIZE = 0x200
const FLAGS = 0x400
const TIME_OFFSET = 0x800

interface Track {
  id: number
  /** Size of a frame where neither the fragment nor the frame has one. */
  defaultSize: number
}

/** The frames that a fragment (box moof) names. A recorder writes a fragment about every second. */
export function readFragment(moof: Box, track: Track, maxFrames: number): Range[] {
  const boxes = listBoxes(onlyBox(listBoxes(moof.content), 'traf'))
  const header = readHeader(onlyBox(boxes, 'tfhd'), track, moof.at)
  const frames: Range[] = []
  let next = header.base
  for (const { content } of boxes.filter((box) => box.type === 'trun')) {
    const run = readRun(content, header)
    ensureValid(frames.length + run.count <= maxFrames)
    if (run.dataOffset !== null) next = header.base + run.dataOffset
    for (let i = 0; i < run.count; i++) {
      const start = next
      next += run.sizeOf(i)
      frames.push({ start, end: next })
    }
  }
  return frames
}

function readHeader(tfhd: Buffer, track: Track, moofAt: number): { base: number; defaultSize: number } {
  const flags = readNumber(tfhd, 1, 3)
  ensureValid(readNumber(tfhd, 4, 4) === track.id)
  const sizeAt =
    8 + bytesOf(flags, BASE_OFFSET, 8) + bytesOf(flags, DESCRIPTION, 4) + bytesOf(flags, DEFAULT_DURATION, 4)
  return {
    base: flags & BASE_OFFSET ? readLong(tfhd, 8) : moofAt,
    defaultSize: flags & DEFAULT_SIZE ? readNumber(tfhd, sizeAt, 4) : track.defaultSize,
  }
}

interface Run {
  count: number
  dataOffset: number | null
  sizeOf: (i: number) => number
}

function readRun(trun: Buffer, header: { defaultSize: number }): Run {
  const flags = readNumber(trun, 1, 3)
  const entries = 8 + bytesOf(flags, DATA_OFFSET, 4) + bytesOf(flags, FIRST_FLAGS, 4)
  const sizeAt = bytesOf(flags, DURATION, 4)
  const entryBytes = sizeAt + bytesOf(flags, SIZE, 4) + bytesOf(flags, FLAGS, 4) + bytesOf(flags, TIME_OFFSET, 4)
  return {
    count: readNumber(trun, 4, 4),
    dataOffset: flags & DATA_OFFSET ? readSigned(trun, 8, 4) : null,
    sizeOf: (i) => (flags & SIZE ? readNumber(trun, entries + i * entryBytes + sizeAt, 4) : header.defaultSize),
  }
}

function bytesOf(flags: number, flag: number, length: number): number {
  return flags & flag ? length : 0
}
