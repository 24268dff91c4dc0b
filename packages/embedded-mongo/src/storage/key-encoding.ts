import { createHash } from 'node:crypto'
import { Binary, BSONRegExp, BSONSymbol, type Document, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'
import { notSupported } from '../errors.ts'

/** Index value of an empty array; sorts just below null, as in MongoDB. */
export const EMPTY_ARRAY = Symbol('empty array')

const Tag = {
  minKey: 2,
  emptyArray: 4,
  null: 6,
  number: 8,
  string: 10,
  object: 12,
  array: 14,
  binary: 16,
  objectId: 18,
  boolean: 20,
  date: 22,
  timestamp: 24,
  regex: 26,
  maxKey: 250,
}
const END = Buffer.from([0])
const HASH_BYTES = 32

/**
 * Encodes a value as bytes that sort like values of all types in MongoDB. No encoding is a prefix of another, so that
 * encodings can be concatenated. The first byte is the type, which bounds a range.
 */
export function encodeValue(value: unknown): Buffer {
  if (value === null || value === undefined) return Buffer.from([Tag.null])
  if (value === EMPTY_ARRAY) return Buffer.from([Tag.emptyArray])
  if (typeof value === 'number') return tagged(Tag.number, numberBytes(value, 0))
  if (typeof value === 'string') return tagged(Tag.string, stringBytes(value))
  if (typeof value === 'boolean') return Buffer.from([Tag.boolean, value ? 1 : 0])
  if (value instanceof Date) return tagged(Tag.date, int64Bytes(BigInt(value.getTime() || 0)))
  if (value instanceof RegExp) return tagged(Tag.regex, stringBytes(value.source), stringBytes(value.flags))
  if (Array.isArray(value)) return tagged(Tag.array, ...value.map(encodeValue), END)
  return encodeBsonType(value)
}

export function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Truncates a key to LMDB's limit: its start keeps the order, a hash keeps it unique. */
export function shortened(key: Buffer, maxBytes: number): Buffer {
  if (key.length <= maxBytes) return key
  return Buffer.concat([key.subarray(0, maxBytes - HASH_BYTES), createHash('sha256').update(key).digest()])
}

/** Inverts the sort order, for descending fields. */
export function inverted(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => 255 - byte))
}

export function afterPrefix(bytes: Buffer): Buffer {
  let last = bytes.length - 1
  while (last >= 0 && bytes[last] === 255) last -= 1
  const next = Buffer.from(bytes.subarray(0, last + 1))
  if (last >= 0) next[last] = (next[last] ?? 0) + 1
  return next
}

function encodeBsonType(value: object): Buffer {
  if (value instanceof Timestamp) return tagged(Tag.timestamp, int64Bytes(value.toBigInt()))
  if (value instanceof Long) return longBytes(value)
  if (value instanceof ObjectId) return tagged(Tag.objectId, Buffer.from(value.id))
  if (value instanceof Binary) return tagged(Tag.binary, binaryBytes(value))
  if (value instanceof BSONSymbol) return tagged(Tag.string, stringBytes(value.value))
  if (value instanceof BSONRegExp) return tagged(Tag.regex, stringBytes(value.pattern), stringBytes(value.options))
  if (value instanceof MinKey) return Buffer.from([Tag.minKey])
  if (value instanceof MaxKey) return Buffer.from([Tag.maxKey])
  if (!isObject(value)) throw notSupported(`A value of type ${value.constructor.name} in an index or a sort`)

  const fields = Object.entries(value).map(([name, field]) => {
    const encoded = encodeValue(field)
    return Buffer.concat([encoded.subarray(0, 1), stringBytes(name), encoded.subarray(1)]) // type before name, as in MongoDB
  })
  return tagged(Tag.object, ...fields, END)
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([tag]), ...parts])
}

/** Encodes a double and the distance of the exact integer from it: integers above 2^53 share doubles. */
function numberBytes(value: number, offset: number): Buffer {
  const bytes = Buffer.alloc(10)
  if (!Number.isNaN(value)) {
    bytes.writeDoubleBE(value === 0 ? 0 : value)
    const isNegative = (bytes[0] ?? 0) >= 128
    if (isNegative) inverted(bytes).copy(bytes)
    else bytes[0] = (bytes[0] ?? 0) + 128
  }
  bytes.writeUInt16BE(offset + 32768, 8)
  return bytes
}

function longBytes(value: Long): Buffer {
  const nearest = value.toNumber()
  return tagged(Tag.number, numberBytes(nearest, Number(value.toBigInt() - BigInt(nearest))))
}

function int64Bytes(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value + 2n ** 63n))
  return bytes
}

/** Terminates with two zero bytes, and escapes a zero byte inside with 255. */
function stringBytes(text: string): Buffer {
  const escaped = text.includes('\0') ? text.split('\0') : [text]
  const parts = escaped.flatMap((part, at) =>
    at === 0 ? [Buffer.from(part)] : [Buffer.from([0, 255]), Buffer.from(part)],
  )
  return Buffer.concat([...parts, Buffer.from([0, 0])])
}

function binaryBytes(value: Binary): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(value.position)
  head[4] = value.sub_type
  return Buffer.concat([head, value.buffer.subarray(0, value.position)])
}
