import { ensureValid, readNumber, slice } from '../bytes.ts'
import { RECORDED_MAX_MS } from '../duration.ts'
import { type AacConfig, FRAME_BYTES_PER_CHANNEL, readAacConfig, SAMPLES_PER_FRAME } from './aac-config.ts'
import { type Box, listBoxes, onlyBox, optionalBox } from './boxes.ts'
import { readFragment } from './fragments.ts'
import { type Range, readSampleTable } from './sample-table.ts'

export interface AacTrack extends AacConfig {
  frames: Buffer[]
  durationMs: number
}

/** Reads an MP4 with one track, AAC-LC. Its frames may be named by the track, by fragments, or by both. */
export function readMp4(file: Buffer): AacTrack {
  const boxes = listBoxes(file)
  ensureValid(boxes[0]?.type === 'ftyp')
  const movie = listBoxes(onlyBox(boxes, 'moov'))
  const track = listBoxes(onlyBox(movie, 'trak'))
  const media = listBoxes(onlyBox(track, 'mdia'))
  ensureValid(slice(onlyBox(media, 'hdlr'), 8, 4).toString('latin1') === 'soun')
  const table = listBoxes(onlyBox(listBoxes(onlyBox(media, 'minf')), 'stbl'))
  const config = readAacConfig(onlyBox(table, 'stsd'))

  const maxFrames = Math.floor((RECORDED_MAX_MS * config.sampleRate) / 1_000 / SAMPLES_PER_FRAME)
  const ranges = readSampleTable(table, maxFrames)
  const fragmented = { id: trackId(onlyBox(track, 'tkhd')), defaultSize: defaultSize(movie) }
  for (const moof of boxes.filter((box) => box.type === 'moof'))
    ranges.push(...readFragment(moof, fragmented, maxFrames - ranges.length))
  ensureValid(ranges.length > 0)

  const frames = cutFrames(file, boxes, ranges)
  ensureValid(frames.every((frame) => frame.length <= config.channels * FRAME_BYTES_PER_CHANNEL))
  return { ...config, frames, durationMs: (frames.length * SAMPLES_PER_FRAME * 1_000) / config.sampleRate }
}

function trackId(tkhd: Buffer): number {
  const isLong = readNumber(tkhd, 0, 1) === 1
  return readNumber(tkhd, isLong ? 20 : 12, 4)
}

function defaultSize(movie: Box[]): number {
  const mvex = optionalBox(movie, 'mvex')
  const trex = mvex && optionalBox(listBoxes(mvex), 'trex')
  return trex ? readNumber(trex, 16, 4) : 0
}

/** Frames must follow each other within the data boxes, so that no byte is used twice. */
function cutFrames(file: Buffer, boxes: Box[], ranges: Range[]): Buffer[] {
  const data = boxes.filter((box) => box.type === 'mdat')
  let box = 0
  let free = 0
  return ranges.map(({ start, end }) => {
    while (data[box] && start >= endOf(data[box])) box++
    ensureValid(start >= Math.max(free, data[box]?.contentAt ?? Infinity) && end > start && end <= endOf(data[box]))
    free = end
    return file.subarray(start, end)
  })
}

function endOf(box: Box | undefined): number {
  return box ? box.contentAt + box.content.length : 0
}
