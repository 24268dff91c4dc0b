import { Binary, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'
import { expect, test } from 'vitest'
import { afterPrefix, EMPTY_ARRAY, encodeValue, inverted, shortened } from './key-encoding.ts'

const inMongoOrder = [
  new MinKey(),
  EMPTY_ARRAY,
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  -1e300,
  -2,
  -1.5,
  -Number.MIN_VALUE,
  0,
  Number.MIN_VALUE,
  1,
  1.5,
  255,
  256,
  2 ** 40,
  2 ** 53,
  Long.fromString('9007199254740993'), // shares its double with a neighbour
  Long.fromString('9007199254740995'),
  Long.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  '',
  'a',
  'a\0',
  'a\0b',
  'a\u0001',
  'aa',
  'b',
  'é',
  '😀',
  {},
  { a: 0 },
  { a: 1 },
  { a: 1, b: 0 },
  { b: 0 },
  { a: 'text' },
  [],
  [1],
  [1, 2],
  [2],
  new Binary(Buffer.from([9])),
  new Binary(Buffer.from([1, 1])),
  new ObjectId('000000000000000000000001'),
  new ObjectId('ff0000000000000000000000'),
  false,
  true,
  new Date(-1),
  new Date(0),
  new Date(1),
  new Timestamp(5n),
  /a/,
  /b/,
  new MaxKey(),
]

test('encoded keys sort as MongoDB sorts the values', () => {
  const encoded = inMongoOrder.map(encodeValue)
  const sorted = [...encoded].sort(Buffer.compare)

  expect(sorted.map((bytes) => encoded.indexOf(bytes))).toEqual(encoded.map((_, at) => at))
})

test('no encoded key is a prefix of another, so concatenated keys sort field by field', () => {
  const encoded = inMongoOrder.map(encodeValue)
  const startsWith = (a: Buffer, b: Buffer) => a.length > b.length && a.subarray(0, b.length).equals(b)

  expect(encoded.filter((a) => encoded.some((b) => startsWith(a, b)))).toEqual([])
})

test('inverted keys sort in the opposite order', () => {
  const encoded = inMongoOrder.map((value) => inverted(encodeValue(value)))
  const sorted = [...encoded].sort(Buffer.compare)

  expect(sorted.map((bytes) => encoded.indexOf(bytes))).toEqual(encoded.map((_, at) => encoded.length - 1 - at))
})

test('equal numbers of different types have the same encoded key', () => {
  expect(encodeValue(Long.fromNumber(2 ** 53))).toEqual(encodeValue(2 ** 53))
  expect(encodeValue(-0)).toEqual(encodeValue(0))
  expect(encodeValue(undefined)).toEqual(encodeValue(null))
})

test('afterPrefix returns the first key after all keys with the prefix', () => {
  expect(afterPrefix(Buffer.from([1, 2]))).toEqual(Buffer.from([1, 3]))
  expect(afterPrefix(Buffer.from([1, 255, 255]))).toEqual(Buffer.from([2]))
})

test('a long key is truncated and still unique', () => {
  const [a, b] = ['x'.repeat(3000), `${'x'.repeat(3000)}y`].map((text) => shortened(encodeValue(text), 500))

  expect(a?.length).toBe(500)
  expect(b?.length).toBe(500)
  expect(a).not.toEqual(b)
  expect(shortened(encodeValue('short'), 500)).toEqual(encodeValue('short'))
})
