import { ARRAY, endOfName, type RawField, STRING, valueBytes } from './raw-document.ts'

/** The elements of an array, by the offsets of their types and values. */
interface RawArray {
  types: number[]
  starts: number[]
  ends: number[]
}

const LENGTH_BYTES = 4

/** True if a field is one of the strings or an array that has one of them. */
export function hasString(raw: Buffer, field: RawField | undefined, strings: Buffer[]): boolean {
  if (field?.type === STRING) return strings.some((text) => isString(raw, field.valueAt, field.end, text))
  if (field?.type !== ARRAY) return false
  const { types, starts, ends } = elementsOf(raw, field)
  return types.some((type, at) => {
    if (type !== STRING) return false
    return strings.some((text) => isString(raw, starts[at] ?? 0, ends[at] ?? 0, text))
  })
}

/** Returns an array element with strings appended to a stored array, of which the last `max` elements are kept. */
export function appendStrings(raw: Buffer, field: RawField, strings: Buffer[], max: number): Buffer {
  const { types, starts, ends } = elementsOf(raw, field)
  const skipped = Math.max(0, types.length + strings.length - max)
  const skippedNew = Math.max(0, skipped - types.length)
  const added = strings.slice(skippedNew).map(stringValue)
  const nameBytes = raw.subarray(field.start, field.valueAt)

  const room = field.end - field.start + added.reduce((sum, { length }) => sum + length + MAX_NAME_BYTES, 0)
  const element = Buffer.allocUnsafe(room)
  element.set(nameBytes)
  let at = nameBytes.length + LENGTH_BYTES
  let index = 0
  for (let from = skipped; from < types.length; from++) {
    at = writeHead(element, at, types[from] ?? 0, index++)
    const end = ends[from] ?? 0
    for (let byte = starts[from] ?? 0; byte < end; byte++) element[at++] = raw[byte] ?? 0 // short: no call for each
  }
  for (const value of added) {
    at = writeHead(element, at, STRING, index++)
    element.set(value, at)
    at += value.length
  }
  element[at++] = 0
  element.writeInt32LE(at - nameBytes.length, nameBytes.length)
  return element.subarray(0, at)
}

const MAX_NAME_BYTES = 12 // type, up to ten digits, and the end

function writeHead(element: Buffer, start: number, type: number, index: number): number {
  let at = start
  element[at++] = type
  for (let unit = unitOf(index); unit >= 1; unit /= 10) element[at++] = 48 + (Math.floor(index / unit) % 10)
  element[at++] = 0
  return at
}

/** The largest power of ten that a number has a digit for. */
function unitOf(index: number): number {
  let unit = 1
  while (index >= unit * 10) unit *= 10
  return unit
}

function elementsOf(raw: Buffer, { valueAt, end }: RawField): RawArray {
  const [types, starts, ends]: [number[], number[], number[]] = [[], [], []]
  for (let at = valueAt + LENGTH_BYTES; at < end - 1; ) {
    const type = raw[at] ?? 0
    const start = endOfName(raw, at + 1) + 1
    at = start + valueBytes(raw, type, start)
    types.push(type)
    starts.push(start)
    ends.push(at)
  }
  return { types, starts, ends }
}

function stringValue(text: Buffer): Buffer {
  const value = Buffer.alloc(LENGTH_BYTES + text.length + 1)
  value.writeInt32LE(text.length + 1)
  value.set(text, LENGTH_BYTES)
  return value
}

/** Compares from the end, where keys with a common start differ. */
function isString(raw: Buffer, start: number, end: number, text: Buffer): boolean {
  if (end - start !== LENGTH_BYTES + text.length + 1) return false
  for (let at = text.length - 1; at >= 0; at--) if (raw[start + LENGTH_BYTES + at] !== text[at]) return false
  return true
}
