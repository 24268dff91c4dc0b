import { ensureValid, readNumber, slice } from '../bytes.ts'

export interface Element {
  id: number
  /** Offsets in the bytes that contain the element. */
  contentAt: number
  end: number
  content: Buffer
}

export const IDS = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  seekPreRoll: 0x56bb,
  contentEncodings: 0x6d80,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  attachments: 0x1941a469,
}

const MAX_ID_BYTES = 4
const MAX_SIZE_BYTES = 8
/** A minute in the shortest packets has half as many. */
export const MAX_ELEMENTS = 50_000

/** Reads the element at an offset. One without a length takes all that follows. */
export function readElement(bytes: Buffer, at: number): Element {
  const idBytes = lengthOfVint(bytes, at, MAX_ID_BYTES)
  const sizeAt = at + idBytes
  const size = readVint(bytes, sizeAt)
  const contentAt = sizeAt + lengthOfVint(bytes, sizeAt, MAX_SIZE_BYTES)
  const content = slice(bytes, contentAt, size ?? bytes.length - contentAt)
  const end = contentAt + content.length
  return { id: readNumber(bytes, at, idBytes), contentAt, end, content }
}

/** Lists the elements of one level, which must fill the bytes exactly. */
export function listElements(bytes: Buffer): Element[] {
  const elements: Element[] = []
  let at = 0
  while (at < bytes.length) {
    const element = readElement(bytes, at)
    elements.push(element)
    ensureValid(elements.length <= MAX_ELEMENTS)
    at = element.end
  }
  return elements
}

export function onlyElement(elements: Element[], id: number): Buffer {
  const content = optionalElement(elements, id)
  ensureValid(content)
  return content
}

export function optionalElement(elements: Element[], id: number): Buffer | null {
  const found = elements.filter((element) => element.id === id)
  ensureValid(found.length <= 1)
  return found[0]?.content ?? null
}

/** The number that an element consists of. */
export function readUnsigned(content: Buffer): number {
  ensureValid(content.length <= 6)
  return content.length === 0 ? 0 : readNumber(content, 0, content.length)
}

/** A number whose leading zero bits say how many bytes it has. Null: all its bits are set, the length is unknown. */
export function readVint(bytes: Buffer, at: number): number | null {
  const length = lengthOfVint(bytes, at, MAX_SIZE_BYTES)
  let value = readNumber(bytes, at, 1) & (0xff >> length)
  let isUnknown = value === 0xff >> length
  for (let i = 1; i < length; i++) {
    const byte = readNumber(bytes, at + i, 1)
    value = value * 256 + byte // inexact above 2^53, which is longer than any file
    isUnknown &&= byte === 0xff
  }
  return isUnknown ? null : value
}

export function lengthOfVint(bytes: Buffer, at: number, max: number): number {
  const length = Math.clz32(readNumber(bytes, at, 1)) - 23
  ensureValid(length <= max)
  return length
}
