import { ensureValid, readLong, readNumber, slice } from '../bytes.ts'

export interface Box {
  type: string
  /** Offset of the box in the bytes that contain it. */
  at: number
  /** Offset of the content in the same bytes. */
  contentAt: number
  content: Buffer
}

const HEADER = 8
const LONG_HEADER = 16
/** A minute in fragments of one frame has a third fewer. */
const MAX_BOXES = 10_000
/** Sizes with a meaning. */
const TO_THE_END = 0
const IS_LONG = 1

/** Lists the boxes of one level, which must fill the bytes exactly. */
export function listBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  let at = 0
  while (at < bytes.length) {
    const box = readBox(bytes, at)
    boxes.push(box)
    ensureValid(boxes.length <= MAX_BOXES)
    at = box.contentAt + box.content.length
  }
  return boxes
}

function readBox(bytes: Buffer, at: number): Box {
  const size = readNumber(bytes, at, 4)
  const type = slice(bytes, at + 4, 4).toString('latin1')
  const header = size === IS_LONG ? LONG_HEADER : HEADER
  const length = sizeOf(bytes, at, size)
  return { type, at, contentAt: at + header, content: slice(bytes, at + header, length - header) }
}

function sizeOf(bytes: Buffer, at: number, size: number): number {
  if (size === TO_THE_END) return bytes.length - at
  return size === IS_LONG ? readLong(bytes, at + HEADER) : size
}

/** The content of the only box of the type. */
export function onlyBox(boxes: Box[], type: string): Buffer {
  const content = optionalBox(boxes, type)
  ensureValid(content)
  return content
}

export function optionalBox(boxes: Box[], type: string): Buffer | null {
  const found = boxes.filter((box) => box.type === type)
  ensureValid(found.length <= 1)
  return found[0]?.content ?? null
}
