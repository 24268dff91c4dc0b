import {
  Binary,
  BSON,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson'
import { expect, test } from 'vitest'
import { fieldsOf, pickFields, replaceFields } from './raw-document.ts'

const EVERY_TYPE: Document = {
  _id: 'a:b',
  double: 1.5,
  string: 'Grüße',
  document: { inner: [1, { deep: true }] },
  array: ['x', 2, null],
  binary: new Binary(Buffer.from([1, 2, 3])),
  uuid: new UUID(),
  objectId: new ObjectId(),
  isTrue: true,
  date: new Date(0),
  nothing: null,
  regex: new BSONRegExp('^a', 'i'),
  code: new Code('f()'),
  scoped: new Code('f()', { a: 1 }),
  symbol: new BSONSymbol('s'),
  int: new Int32(7),
  timestamp: new Timestamp({ t: 1, i: 2 }),
  long: Long.fromString('9007199254740993'),
  decimal: Decimal128.fromString('1.10'),
  min: new MinKey(),
  max: new MaxKey(),
  real: new Double(2),
  'ünï.cödé': '',
}

function bson(document: Document): Buffer {
  return Buffer.from(BSON.serialize(document))
}

test('the fields of a document of every type are found, each with its bytes', () => {
  const raw = bson(EVERY_TYPE)
  expect(fieldsOf(raw).map(({ name }) => name)).toEqual(Object.keys(EVERY_TYPE))
  for (const [name, value] of Object.entries(EVERY_TYPE)) {
    expect(pickFields(raw, fieldsOf(raw), (field) => field === name)).toEqual(bson({ [name]: value }))
  }
})

test('picked fields keep their order, none is an empty document', () => {
  const raw = bson({ a: 1, b: 2, c: 3 })
  expect(pickFields(raw, fieldsOf(raw), (field) => field !== 'b')).toEqual(bson({ a: 1, c: 3 }))
  expect(pickFields(raw, fieldsOf(raw), () => false)).toEqual(bson({}))
})

test('fields of a part replace stored fields in their place, are removed, or come last', () => {
  const raw = bson({ a: 1, b: 'two', c: [3], d: 4 })
  const taken = new Set(['b', 'c'])
  const keep = (name: string) => (taken.has(name) ? null : undefined)
  expect(replaceFields({ raw, fields: fieldsOf(raw) }, bson({ b: 'three', e: 5 }), keep)).toEqual(
    bson({ a: 1, b: 'three', d: 4, e: 5 }),
  )
})

test('a field can be replaced by an element that is BSON already', () => {
  const raw = bson({ a: 1, b: 2 })
  const other = bson({ b: 'other' })
  const element = other.subarray(4, -1)
  const replaced = replaceFields({ raw, fields: fieldsOf(raw) }, bson({ a: 9 }), (name) =>
    name === 'b' ? element : null,
  )
  expect(replaced).toEqual(bson({ a: 9, b: 'other' }))
})
