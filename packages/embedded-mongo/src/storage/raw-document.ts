import { notSupported } from '../errors.ts'

/** A top-level field in the BSON of a document: its type and name begin at `start`, its value at `valueAt`. */
export interface RawField {
  name: string
  type: number
  start: number
  valueAt: number
  end: number
}

export const STRING = 2
export const ARRAY = 4
const LENGTH_BYTES = 4
const END_BYTES = 1

/** Lists the top-level fields of a document, whose values are not parsed. */
export function fieldsOf(raw: Buffer): RawField[] {
  const fields: RawField[] = []
  for (let start = LENGTH_BYTES; start < raw.length - END_BYTES; ) {
    const type = raw[start] ?? 0
    const nameEnd = endOfName(raw, start + 1)
    const valueAt = nameEnd + 1
    const end = valueAt + valueBytes(raw, type, valueAt)
    fields.push({ name: raw.toString('utf8', start + 1, nameEnd), type, start, valueAt, end })
    start = end
  }
  return fields
}

/** Returns a document with some of the fields, in their order. */
export function pickFields(raw: Buffer, fields: RawField[], isPicked: (name: string) => boolean): Buffer {
  return documentOf(fields.filter(({ name }) => isPicked(name)).map(({ start, end }) => raw.subarray(start, end)))
}

/**
 * Returns a document in which `part` replaces the fields for which `keep` returns null, and adds its new fields. For other
 * fields `keep` returns an element to replace the stored one, or undefined.
 */
export function replaceFields(
  { raw, fields }: { raw: Buffer; fields: RawField[] },
  part: Buffer,
  keep: (name: string) => Buffer | null | undefined,
): Buffer {
  const replacing = new Map(fieldsOf(part).map(({ name, start, end }) => [name, part.subarray(start, end)]))
  const elements: Buffer[] = []
  for (const { name, start, end } of fields) {
    const kept = keep(name)
    const element = kept === null ? replacing.get(name) : (kept ?? raw.subarray(start, end))
    if (element) elements.push(element)
    replacing.delete(name)
  }
  return documentOf([...elements, ...replacing.values()])
}

/** Returns a document from whole elements. */
export function documentOf(elements: Buffer[]): Buffer {
  const length = elements.reduce((sum, element) => sum + element.length, LENGTH_BYTES + END_BYTES)
  const document = Buffer.allocUnsafe(length)
  document.writeInt32LE(length)
  let at = LENGTH_BYTES
  for (const element of elements) {
    document.set(element, at)
    at += element.length
  }
  document[at] = 0
  return document
}

/** Returns the first byte after a name, which is 0. */
export function endOfName(raw: Buffer, from: number): number {
  let at = from
  while (raw[at] !== 0) at += 1
  return at
}

/** Returns how long a value is; see https://bsonspec.org/spec.html */
export function valueBytes(raw: Buffer, type: number, at: number): number {
  switch (type) {
    case 0x06: // undefined
    case 0x0a: // null
    case 0x7f: // max key
    case 0xff: // min key
      return 0
    case 0x08: // boolean
      return 1
    case 0x10: // 32-bit integer
      return 4
    case 0x01: // double
    case 0x09: // date
    case 0x11: // timestamp
    case 0x12: // 64-bit integer
      return 8
    case 0x07: // object id
      return 12
    case 0x13: // decimal
      return 16
    case STRING:
    case 0x0d: // code
    case 0x0e: // symbol
      return LENGTH_BYTES + raw.readInt32LE(at)
    case 0x03: // document
    case ARRAY:
    case 0x0f: // code with scope
      return raw.readInt32LE(at)
    case 0x05: // binary, with its subtype
      return LENGTH_BYTES + 1 + raw.readInt32LE(at)
    case 0x0b: // regular expression: two names
      return endOfName(raw, endOfName(raw, at) + 1) + 1 - at
    case 0x0c: // pointer: string and object id
      return LENGTH_BYTES + raw.readInt32LE(at) + 12
    default:
      throw notSupported(`A value of BSON type ${type}`)
  }
}
