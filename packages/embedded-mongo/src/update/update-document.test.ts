import type { Document } from 'bson'
import { expect, test } from 'vitest'
import { checkUpdate, updatedDocument } from './update-document.ts'
import { upsertDocument } from './upsert-document.ts'

function updated(document: Document, update: Document, filter: Document = {}, arrayFilters: Document[] = []): Document {
  return updatedDocument(structuredClone(document), { update, filter, arrayFilters, isInsert: false })
}

test('$setOnInsert does not change an existing document', () => {
  expect(updated({ _id: 1 }, { $setOnInsert: { a: 1 }, $set: { b: 2 } })).toEqual({ _id: 1, b: 2 })
})

test('an update creates missing parents and rejects a path inside a scalar', () => {
  expect(updated({ _id: 1 }, { $inc: { 'unread.7': 1 } })).toEqual({ _id: 1, unread: { 7: 1 } })
  expect(updated({ list: [1] }, { $set: { 'list.3': 4 } })).toEqual({ list: [1, null, null, 4] })
  expect(() => updated({ a: 5 }, { $set: { 'a.b': 1 } })).toThrow("Cannot create field 'b' in element {a: 5}")
  expect(() => updated({ a: null }, { $set: { 'a.b': 1 } })).toThrow("Cannot create field 'b'")
  expect(updated({ a: 5 }, { $unset: { 'a.b': 1, 'c.d': 1 } })).toEqual({ a: 5 })
})

test('the positional operator selects the first element that matches all conditions on the array', () => {
  const document = {
    items: [
      { k: 'a', v: 1 },
      { k: 'b', v: 2 },
    ],
    n: [1, 2, 3],
  }

  expect(updated(document, { $set: { 'n.$': 0 } }, { n: { $gt: 1 } })).toEqual({ ...document, n: [1, 0, 3] })
  expect(updated(document, { $inc: { 'items.$.v': 5 } }, { $and: [{ 'items.k': 'b' }] }).items).toEqual([
    { k: 'a', v: 1 },
    { k: 'b', v: 7 },
  ])
  expect(() => updated(document, { $set: { 'n.$': 0 } }, { other: 1 })).toThrow(
    'The positional operator did not find the match',
  )
})

test('an update that can never apply is rejected even without a document', () => {
  expect(() => checkUpdate([{ $set: { a: 1 } }], false)).toThrow('An update by a pipeline is not supported')
  expect(() => checkUpdate({ $shove: { a: 1 } }, false)).toThrow('Unknown modifier: $shove')
  expect(() => checkUpdate({ $set: { a: 1 }, $setOnInsert: { a: 2 } }, false)).toThrow("would create a conflict at 'a'")
  expect(() => checkUpdate({ $set: { 'a.b': 1 }, $unset: { a: 1 } }, false)).toThrow('would create a conflict')
  expect(() => checkUpdate({ a: 1 }, true)).toThrow('multi update is not supported for replacement-style update')
  expect(() => checkUpdate({ $set: { a: 1, ab: 1, 'c.a': 1, 'c.b': 1 } }, false)).not.toThrow()
})

test('an upsert takes the equalities of its filter at any depth', () => {
  const filter = {
    _id: 7,
    'sub.a': 1,
    n: { $gt: 5 },
    kind: { $eq: 'x' },
    $and: [{ one: { $in: ['only'] } }],
    $or: [{ z: 1 }, { z: 2 }],
  }

  expect(upsertDocument({ filter, update: { $set: { b: 2 }, $setOnInsert: { c: 3 } }, arrayFilters: [] })).toEqual({
    _id: 7,
    sub: { a: 1 },
    kind: 'x',
    one: 'only',
    b: 2,
    c: 3,
  })
  expect(upsertDocument({ filter, update: { b: 2 }, arrayFilters: [] })).toEqual({ _id: 7, b: 2 })
})
