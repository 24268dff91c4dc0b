import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mongoose, { type Connection, Schema, Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningMongo, startEmbeddedMongo } from '../src/start-embedded-mongo.ts'

// The features that the services use, through mongoose. With MONGO_URL the same tests run against that server.
const externalUrl = process.env.MONGO_URL
const options = 'w=majority&journal=true&retryWrites=true'
const databases: string[] = []
let embeddedMongo: RunningMongo | undefined
let dataDir = ''
let db: Connection

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'))
  if (!externalUrl) embeddedMongo = await startEmbeddedMongo({ port: 0, dataDir, sweepMs: 50 })
  db = await connect('main')
})

afterAll(async () => {
  for (const name of databases) await db.useDb(name).dropDatabase()
  await db.close()
  await embeddedMongo?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function connect(name: string): Promise<Connection> {
  const url = new URL(externalUrl ?? embeddedMongo?.url ?? '')
  databases.push(`compat_${process.pid}_${name}`)
  url.pathname = `/${databases.at(-1)}`
  url.search = options
  return mongoose.createConnection(url.href, { serverSelectionTimeoutMS: 5000 }).asPromise()
}

interface Thing {
  _id?: string | number | Types.ObjectId
  [field: string]: unknown
}

let lastName = 0
/** Creates a collection per test. */
function collection() {
  lastName += 1
  return db.collection<Thing>(`things${lastName}`)
}

function model(definition: Record<string, unknown>, prepare: (schema: Schema) => void = () => {}) {
  lastName += 1
  const schema = new Schema(definition, { versionKey: false })
  prepare(schema)
  return db.model(`Thing${lastName}`, schema)
}

async function errorOf(work: Promise<unknown>): Promise<Record<string, unknown>> {
  return work.then(
    () => expect.fail('expected an error'),
    (error) => error,
  )
}

test('documents can be created, read, updated and deleted', async () => {
  const Thing = model({ name: String, age: Number, tags: [String], at: Date, labels: { type: Map, of: Number } })
  const at = new Date('2026-01-02T03:04:05.678Z')

  const made = await Thing.create({ name: 'Ada', age: 36, tags: ['a', 'b'], at, labels: { x: 1 } })
  const read = await Thing.findById(made._id).lean()
  const changed = await Thing.updateOne({ name: 'Ada' }, { $set: { age: 37 }, $unset: { at: '' } })
  const unchanged = await Thing.updateOne({ name: 'Ada' }, { $set: { age: 37 } })
  const after = await Thing.findOne({ age: { $gt: 36 } }).lean()
  const deleted = await Thing.deleteOne({ name: 'Ada' })

  expect(read).toEqual({ _id: made._id, name: 'Ada', age: 36, tags: ['a', 'b'], at, labels: { x: 1 } })
  expect(changed).toMatchObject({ acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedId: null })
  expect(unchanged).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
  expect(after).toEqual({ _id: made._id, name: 'Ada', age: 37, tags: ['a', 'b'], labels: { x: 1 } })
  expect(deleted).toEqual({ acknowledged: true, deletedCount: 1 })
  expect(await Thing.findById(made._id)).toBeNull()
})

test('filters match the same documents as in MongoDB', async () => {
  const things = collection()
  const ids = [new Types.ObjectId('000000000000000000000001'), new Types.ObjectId('000000000000000000000002')]
  const at = new Date(5000)
  await things.insertMany([
    {
      _id: 1,
      n: 1,
      s: 'abc',
      list: [1, 5],
      sub: { a: 1 },
      items: [
        { k: 'x', v: 1 },
        { k: 'y', v: 9 },
      ],
      id: ids[0],
      at,
    },
    { _id: 2, n: 2.5, s: 'abd', list: [], sub: { a: 2 }, items: [{ k: 'x', v: 9 }], id: ids[1], nothing: null },
    { _id: 3, n: -3, list: [7] },
  ])
  const found = async (filter: object) => (await things.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id)

  expect(await found({ n: { $gte: 1, $lt: 3 } })).toEqual([1, 2])
  expect(await found({ n: { $in: [1, -3, 99] } })).toEqual([1, 3])
  expect(await found({ list: 5 })).toEqual([1])
  expect(await found({ list: { $in: [7, 1] } })).toEqual([1, 3])
  expect(await found({ list: { $ne: 5 } })).toEqual([2, 3])
  expect(await found({ 'list.0': { $exists: true } })).toEqual([1, 3])
  expect(await found({ 'list.1': { $exists: false } })).toEqual([2, 3])
  expect(await found({ list: { $gt: 2, $lt: 4 } })).toEqual([1])
  expect(await found({ list: { $size: 2 } })).toEqual([1])
  expect(await found({ list: { $all: [1, 5] } })).toEqual([1])
  expect(await found({ 'sub.a': 2 })).toEqual([2])
  expect(await found({ items: { $elemMatch: { k: 'x', v: 9 } } })).toEqual([2])
  expect(await found({ 'items.k': 'y' })).toEqual([1])
  expect(await found({ nothing: null })).toEqual([1, 2, 3])
  expect(await found({ nothing: { $exists: true } })).toEqual([2])
  expect(await found({ s: /^ab/ })).toEqual([1, 2])
  expect(await found({ s: { $regex: 'C$', $options: 'i' } })).toEqual([1])
  expect(await found({ $or: [{ n: 1 }, { list: 7 }] })).toEqual([1, 3])
  expect(await found({ $and: [{ n: { $gt: 0 } }, { s: { $ne: 'abc' } }] })).toEqual([2])
  expect(await found({ $nor: [{ n: 1 }, { s: 'abd' }] })).toEqual([3])
  expect(await found({ n: { $not: { $gt: 0 } } })).toEqual([3])
  expect(await found({ id: ids[1] })).toEqual([2])
  expect(await found({ id: { $gt: ids[0] } })).toEqual([2])
  expect(await found({ at })).toEqual([1])
  expect(await found({ at: { $lte: new Date(5000) } })).toEqual([1])
  expect(await found({ at: { $type: 'date' } })).toEqual([1])
  expect(await found({ s: { $type: 'string' } })).toEqual([1, 2])
  expect(await found({ $expr: { $gt: ['$n', 2] } })).toEqual([2])
})

test('projections include or exclude fields, also in arrays', async () => {
  const things = collection()
  await things.insertOne({
    _id: 1,
    a: 1,
    b: { c: 2, d: 3 },
    list: [{ x: 1, y: 2 }, { x: 3 }],
    tags: [1, 2, 3],
  })
  const projected = (projection: object) => things.findOne({}, { projection })

  expect(await projected({ a: 1 })).toEqual({ _id: 1, a: 1 })
  expect(await projected({ _id: 0, 'b.c': 1, 'list.x': 1 })).toEqual({ b: { c: 2 }, list: [{ x: 1 }, { x: 3 }] })
  expect(await projected({ b: 0, list: 0, tags: 0 })).toEqual({ _id: 1, a: 1 })
  expect(await projected({ _id: 0, 'b.d': 0, 'list.x': 0, tags: 0 })).toEqual({
    a: 1,
    b: { c: 2 },
    list: [{ y: 2 }, {}],
  })
  expect(await projected({ tags: { $slice: -2 }, a: 1 })).toEqual({ _id: 1, a: 1, tags: [2, 3] })
  expect(await projected({ list: { $elemMatch: { x: 3 } } })).toEqual({ _id: 1, list: [{ x: 3 }] })
  expect(await projected({ _id: 1 })).toEqual({ _id: 1 })
})

test('an upsert inserts the equalities of its filter and $setOnInsert once', async () => {
  const things = collection()
  const change: object = { $set: { n: 2 }, $setOnInsert: { 'made.by': 'me', list: [] } }
  const again: object = { $inc: { n: 1 }, $setOnInsert: { list: [9] } }
  const filter: object = { _id: 'a', kind: 'x', n: { $gt: 0 } }

  const first = await things.updateOne(filter, change, { upsert: true })
  const second = await things.updateOne({ _id: 'a' }, again, { upsert: true })
  const replaced = await things.replaceOne({ _id: 'b', kind: 'ignored' }, { n: 1 }, { upsert: true })

  expect(first).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId: 'a' })
  expect(second).toMatchObject({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0 })
  expect(replaced).toMatchObject({ upsertedId: 'b' })
  expect(await things.find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 'a', kind: 'x', n: 3, made: { by: 'me' }, list: [] },
    { _id: 'b', n: 1 },
  ])
})

test('findOneAndUpdate returns the document before or after the update, or the inserted one', async () => {
  const Thing = model({ _id: String, n: Number, kind: String, log: [String] })
  await Thing.insertMany([
    { _id: 'a', n: 1, kind: 'x' },
    { _id: 'b', n: 2, kind: 'x' },
  ])

  const before = await Thing.findOneAndUpdate({ _id: 'a' }, { $inc: { n: 10 } }, { returnDocument: 'before' }).lean()
  const after = await Thing.findOneAndUpdate({ _id: 'a' }, { $inc: { n: 10 } }, { returnDocument: 'after' }).lean()
  const largest = await Thing.findOneAndUpdate(
    { kind: 'x' },
    { $push: { log: 'top' } },
    { sort: { n: -1 }, returnDocument: 'after', projection: { log: 1 } },
  ).lean()
  const missed = await Thing.findOneAndUpdate({ _id: 'zz' }, { $inc: { n: 1 } }).lean()
  const upserted = await Thing.findOneAndUpdate(
    { _id: 'c', n: 0 },
    { $set: { kind: 'y' }, $setOnInsert: { log: ['new'] } },
    { upsert: true, returnDocument: 'after' },
  ).lean()
  const quiet = await Thing.findOneAndUpdate(
    { _id: 'd' },
    { $set: { n: 4 } },
    { upsert: true, returnDocument: 'before' },
  ).lean()
  const raw = await Thing.findOneAndUpdate(
    { _id: 'e' },
    { $set: { n: 5 } },
    { upsert: true, includeResultMetadata: true },
  ).lean()
  const removed = await Thing.findOneAndDelete({ kind: 'x' }, { sort: { n: 1 } }).lean()

  expect(before).toEqual({ _id: 'a', n: 1, kind: 'x', log: [] })
  expect(after).toEqual({ _id: 'a', n: 21, kind: 'x', log: [] })
  expect(largest).toEqual({ _id: 'a', log: ['top'] })
  expect(missed).toBeNull()
  expect(upserted).toEqual({ _id: 'c', n: 0, kind: 'y', log: ['new'] })
  expect(quiet).toBeNull()
  expect(raw).toMatchObject({ lastErrorObject: { n: 1, updatedExisting: false, upserted: 'e' } })
  expect(removed).toEqual({ _id: 'b', n: 2, kind: 'x', log: [] })
  expect((await Thing.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id)).toEqual(['a', 'c', 'd', 'e'])
})

test('every update operator changes its field as in MongoDB', async () => {
  const things = collection()
  const start = {
    _id: 1,
    n: 5,
    list: [3, 1, 2],
    sub: { a: 1 },
    items: [
      { id: 'x', v: 1 },
      { id: 'y', v: 2 },
    ],
    at: new Date(1000),
  }
  const after = async (update: object) => {
    await things.replaceOne({ _id: 1 }, start, { upsert: true })
    await things.updateOne({ _id: 1 }, update)
    return things.findOne({ _id: 1 })
  }

  expect(await after({ $inc: { n: -2, 'unread.7': 1 } })).toEqual({ ...start, n: 3, unread: { 7: 1 } })
  expect(await after({ $set: { 'sub.b.c': 2, at: new Date(2000) } })).toEqual({
    ...start,
    sub: { a: 1, b: { c: 2 } },
    at: new Date(2000),
  })
  expect(await after({ $unset: { 'sub.a': '', n: '' } })).toEqual({
    _id: 1,
    list: start.list,
    sub: {},
    items: start.items,
    at: start.at,
  })
  expect(await after({ $max: { n: 9, 'seen.7': 3 }, $min: { at: new Date(5000) } })).toEqual({
    ...start,
    n: 9,
    seen: { 7: 3 },
  })
  expect(await after({ $min: { n: 2 }, $max: { at: new Date(5000) } })).toEqual({ ...start, n: 2, at: new Date(5000) })
  expect(await after({ $push: { list: 9, fresh: 'a' } })).toEqual({ ...start, list: [3, 1, 2, 9], fresh: ['a'] })
  expect(await after({ $push: { list: { $each: [8, 9], $slice: -3 } } })).toEqual({ ...start, list: [2, 8, 9] })
  expect(await after({ $push: { fresh: { $each: [1, 2, 3], $slice: -2 } } })).toEqual({ ...start, fresh: [2, 3] })
  expect(await after({ $push: { list: { $each: [0], $position: 0 } } })).toEqual({ ...start, list: [0, 3, 1, 2] })
  expect(await after({ $push: { list: { $each: [0], $sort: 1, $slice: 2 } } })).toEqual({ ...start, list: [0, 1] })
  expect(await after({ $push: { items: { $each: [], $sort: { v: -1 } } } })).toEqual({
    ...start,
    items: [start.items[1], start.items[0]],
  })
  expect(await after({ $pull: { items: { id: 'x' } } })).toEqual({ ...start, items: [start.items[1]] })
  expect(await after({ $pull: { list: { $gte: 2 } } })).toEqual({ ...start, list: [1] })
  expect(await after({ $pull: { list: 1, items: { id: { $in: ['x', 'y'] } } } })).toEqual({
    ...start,
    list: [3, 2],
    items: [],
  })
  expect(await after({ $pullAll: { list: [1, 2] } })).toEqual({ ...start, list: [3] })
  expect(await after({ $addToSet: { list: 1 } })).toEqual(start)
  expect(await after({ $addToSet: { list: { $each: [1, 7, 7] }, items: { id: 'x', v: 1 } } })).toEqual({
    ...start,
    list: [3, 1, 2, 7],
  })
  expect(await after({ $pop: { list: 1 } })).toEqual({ ...start, list: [3, 1] })
  expect(await after({ $mul: { n: 3 } })).toEqual({ ...start, n: 15 })
  expect(await after({ $rename: { n: 'sub.n' } })).toEqual({
    _id: 1,
    list: start.list,
    sub: { a: 1, n: 5 },
    items: start.items,
    at: start.at,
  })
  expect(await after({ $set: { 'list.1': 7, 'items.0.v': 5 } })).toEqual({
    ...start,
    list: [3, 7, 2],
    items: [{ id: 'x', v: 5 }, start.items[1]],
  })
})

test('positional operators and array filters change the selected elements', async () => {
  const things = collection()
  const start = {
    _id: 1,
    items: [
      { id: 'x', v: 1, tags: [1] },
      { id: 'y', v: 2, tags: [1, 2] },
      { id: 'z', v: 3, tags: [] },
    ],
    n: [1, 5, 9],
  }
  const [x, y, z] = start.items
  const after = async (filter: object, update: object, more = {}) => {
    await things.replaceOne({ _id: 1 }, start, { upsert: true })
    await things.updateOne({ _id: 1, ...filter }, update, more)
    const found = await things.findOne({ _id: 1 })
    return { items: found?.items, n: found?.n }
  }

  expect(await after({ 'items.id': 'y' }, { $set: { 'items.$.v': 9, 'items.$.w': 1 } })).toEqual({
    items: [x, { ...y, v: 9, w: 1 }, z],
    n: start.n,
  })
  expect(await after({ items: { $elemMatch: { id: 'z', v: 3 } } }, { $inc: { 'items.$.v': 1 } })).toEqual({
    items: [x, y, { ...z, v: 4 }],
    n: start.n,
  })
  expect(await after({ n: { $gte: 4 } }, { $set: { 'n.$': 0 } })).toEqual({ items: start.items, n: [1, 0, 9] })
  expect(await after({}, { $inc: { 'n.$[]': 1 } })).toEqual({ items: start.items, n: [2, 6, 10] })
  expect(await after({}, { $set: { 'n.$[big]': 0 } }, { arrayFilters: [{ big: { $gt: 4 } }] })).toEqual({
    items: start.items,
    n: [1, 0, 0],
  })
  expect(
    await after(
      {},
      { $set: { 'items.$[a].v': 0 }, $push: { 'items.$[b].tags': 7 } },
      { arrayFilters: [{ 'a.v': { $lt: 2 } }, { 'b.id': 'z' }] },
    ),
  ).toEqual({ items: [{ ...x, v: 0 }, y, { ...z, tags: [7] }], n: start.n })
  expect(
    await after({}, { $set: { 'items.$[a].tags.$[t]': 0 } }, { arrayFilters: [{ 'a.id': 'y' }, { t: 2 }] }),
  ).toEqual({
    items: [x, { ...y, tags: [1, 0] }, z],
    n: start.n,
  })
})

test('updates that cannot apply are rejected and change nothing', async () => {
  const things = collection()
  const start = { _id: 1, n: 'text', list: 3, a: { b: 1 } }
  await things.insertOne(start)
  const codeOf = async (update: object) => (await errorOf(things.updateOne({ _id: 1 }, update))).code

  expect(await codeOf({ $inc: { n: 1 } })).toBe(14)
  expect(await codeOf({ $push: { list: 1 } })).toBe(2)
  expect(await codeOf({ $set: { 'list.x': 1 } })).toBe(28)
  expect(await codeOf({ $set: { _id: 2 } })).toBe(66)
  expect(await codeOf({ $set: { 'a.b': 1 }, $inc: { a: 1 } })).toBe(40)
  expect(await codeOf({ $set: { n: 1, 'list.$[x]': 1 } })).toBe(2)
  expect(await things.findOne({})).toEqual(start)
})

test('bulkWrite stops at the first error if ordered, and continues if not', async () => {
  const Thing = model({ _id: Number, n: Number })
  const operations = [
    { insertOne: { document: { _id: 1, n: 1 } } },
    { insertOne: { document: { _id: 1, n: 2 } } },
    { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 10 } } } },
    { updateOne: { filter: { _id: 5 }, update: { $set: { n: 5 } }, upsert: true } },
    { deleteOne: { filter: { _id: 99 } } },
  ]

  const ordered = await errorOf(Thing.bulkWrite(operations))
  const afterOrdered = await Thing.find().sort({ _id: 1 }).lean()
  await Thing.deleteMany({})
  const unordered = await errorOf(Thing.bulkWrite(operations, { ordered: false }))
  const clean = await Thing.bulkWrite([
    { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
    { replaceOne: { filter: { _id: 5 }, replacement: { n: 50 } } },
  ])

  expect(ordered).toMatchObject({ code: 11000, insertedCount: 1, modifiedCount: 0 })
  expect(afterOrdered).toEqual([{ _id: 1, n: 1 }])
  expect(unordered).toMatchObject({ code: 11000, insertedCount: 1, modifiedCount: 1, upsertedCount: 1 })
  expect(clean).toMatchObject({ matchedCount: 3, modifiedCount: 3 })
  expect(await Thing.find().sort({ _id: 1 }).lean()).toEqual([
    { _id: 1, n: 12 },
    { _id: 5, n: 50 },
  ])
})

test('a command of many statements does not hold up the commands of others', async () => {
  const things = collection()
  const documents = Array.from({ length: 20_000 }, (_, index) => ({ _id: index, n: 1 }))
  const counts = new Set<number>()
  let isDone = false
  const insert = things.insertMany(documents).finally(() => {
    isDone = true
  })
  while (!isDone)
    counts.add(await things.countDocuments({ _id: { $lt: 5 }, n: 1 }).then(() => things.estimatedDocumentCount()))
  await insert

  const between = [...counts].filter((count) => count > 0 && count < documents.length)
  expect(between.length).toBeGreaterThan(1)
  expect(await things.countDocuments()).toBe(documents.length)
})

test('a unique index rejects a duplicate and names the key', async () => {
  const Thing = model({ conv: String, seq: Number }, (schema) => schema.index({ conv: 1, seq: 1 }, { unique: true }))
  await Thing.init()
  await Thing.create({ conv: 'a', seq: 1 }, { conv: 'a', seq: 2 })

  const inserted = await errorOf(Thing.create({ conv: 'a', seq: 1 }))
  const updated = await errorOf(Thing.updateOne({ seq: 2 }, { $set: { seq: 1 } }))
  const modified = await errorOf(Thing.findOneAndUpdate({ seq: 2 }, { $set: { seq: 1 } }))
  const sameId = await errorOf(collection().insertMany([{ _id: 'k' }, { _id: 'k' }]))

  for (const error of [inserted, updated, modified]) {
    expect(error).toMatchObject({ code: 11000, keyPattern: { conv: 1, seq: 1 }, keyValue: { conv: 'a', seq: 1 } })
    expect(error.message).toContain('E11000 duplicate key error collection:')
    expect(error.message).toContain('index: conv_1_seq_1 dup key: { conv: "a", seq: 1 }')
  }
  expect(sameId).toMatchObject({ code: 11000 })
  expect(await Thing.countDocuments({ seq: 2 })).toBe(1)
})

test('partial and sparse unique indexes ignore documents outside of them', async () => {
  const things = collection()
  await things.createIndex({ mail: 1 }, { unique: true, sparse: true })
  await things.createIndex({ slot: 1 }, { unique: true, partialFilterExpression: { active: true } })

  await things.insertMany([
    { slot: 1, active: true },
    { slot: 1, active: false },
    { slot: 1, active: false },
  ])
  const second = await errorOf(things.insertOne({ slot: 1, active: true }))
  const woken = await errorOf(things.updateOne({ active: false }, { $set: { active: true } }))
  await things.insertOne({ mail: 'a' })
  const mail = await errorOf(things.insertOne({ mail: 'a' }))

  expect(second).toMatchObject({ code: 11000, keyPattern: { slot: 1 }, keyValue: { slot: 1 } })
  expect(woken).toMatchObject({ code: 11000 })
  expect(mail).toMatchObject({ code: 11000, keyValue: { mail: 'a' } })
  expect(await things.countDocuments({ mail: null })).toBe(3)
  expect(await things.find({ slot: 1, active: true }).toArray()).toHaveLength(1)
})

test('indexes can be listed and dropped, created twice if identical, and not if different', async () => {
  const things = collection()
  await things.insertMany([{ n: 1 }, { n: 1 }])

  const doubled = await errorOf(things.createIndex({ n: 1 }, { unique: true }))
  await things.createIndexes([
    { key: { n: 1, at: -1 }, name: 'byN' },
    { key: { at: 1 }, expireAfterSeconds: 60 },
  ])
  await things.createIndex({ n: 1, at: -1 }, { name: 'byN' })
  const other = await errorOf(things.createIndex({ at: -1 }, { name: 'byN' }))
  const listed = await things.indexes()
  await things.dropIndex('byN')

  expect(doubled).toMatchObject({ code: 11000 })
  expect(other).toMatchObject({ code: 86 })
  expect(listed).toEqual([
    { v: 2, key: { _id: 1 }, name: '_id_' },
    { v: 2, key: { n: 1, at: -1 }, name: 'byN' },
    { v: 2, key: { at: 1 }, name: 'at_1', expireAfterSeconds: 60 },
  ])
  expect((await things.indexes()).map(({ name }) => name)).toEqual(['_id_', 'at_1'])
})

test('an index yields the same order as sorting, for every type', async () => {
  const scalars = [
    5,
    -1,
    2.5,
    null,
    'b',
    'a',
    '',
    'a\0b',
    new Date(5),
    true,
    false,
    { a: 1 },
    { a: 0 },
    new Types.ObjectId(),
    2 ** 40,
    -0.5,
  ]
  const lists = [[3, 9], [4], 5, [1, 20]]
  const longs = ['', ...'gcaebdf'].map((end) => 'x'.repeat(1500) + end) // longer than an index key
  const cases = [
    { values: scalars, order: [3, 1, 15, 2, 0, 14, 6, 5, 7, 4, 12, 11, 13, 10, 9, 8] },
    { values: lists, order: [3, 0, 1, 2] },
    { values: longs, order: [0, 3, 5, 2, 6, 4, 7, 1] },
  ]

  for (const { values, order } of cases) {
    const things = collection()
    await things.insertMany(values.map((v, at) => ({ _id: at, v })))
    const sorted = (direction: 1 | -1) => things.find().sort({ v: direction, _id: direction })
    const ids = async (direction: 1 | -1) => (await sorted(direction).toArray()).map(({ _id }) => _id)
    const unindexed = [await ids(1), await ids(-1)]
    await things.createIndex({ v: 1, _id: 1 })

    expect([await ids(1), await ids(-1)]).toEqual(unindexed)
    expect(unindexed[0]).toEqual(order)
  }
})

test('sort, limit and range on a compound index examine no more documents than they return', async () => {
  const Thing = model({ owner: Number, at: Date, text: String }, (schema) => schema.index({ owner: 1, at: -1 }))
  await Thing.init()
  await Thing.insertMany(
    Array.from({ length: 600 }, (_, n) => ({ owner: n % 3, at: new Date(n * 1000), text: `${n}` })),
  )

  const filter: object = { owner: 1, at: { $lt: new Date(400_000) } }
  const newest = await Thing.find(filter).sort({ at: -1 }).limit(20).lean()
  const plan = explained(await Thing.find(filter).sort({ at: -1 }).limit(20).explain('executionStats'))
  const backward = explained(await Thing.find({ owner: 2 }).sort({ at: 1 }).limit(7).explain('executionStats'))

  expect(newest.map(({ text }) => Number(text))).toEqual(Array.from({ length: 20 }, (_, n) => 397 - n * 3))
  expect(plan).toEqual({
    indexName: 'owner_1_at_-1',
    stats: { nReturned: 20, totalKeysExamined: 20, totalDocsExamined: 20 },
  })
  expect(backward).toEqual({
    indexName: 'owner_1_at_-1',
    stats: { nReturned: 7, totalKeysExamined: 7, totalDocsExamined: 7 },
  })
})

test('a range has the same ends when read forward and backward', async () => {
  const things = collection()
  await things.insertMany(Array.from({ length: 100 }, (_, n) => ({ _id: n, n })))
  await things.createIndex({ n: 1 })

  for (const field of ['_id', 'n']) {
    const inside = { [field]: { $gte: 10, $lte: 60 } }
    const between = { [field]: { $gt: 10, $lt: 60 } }
    const ids = async (filter: object, direction: 1 | -1) =>
      (
        await things
          .find(filter)
          .sort({ [field]: direction })
          .toArray()
      ).map(({ _id }) => Number(_id))

    expect(await ids(inside, 1)).toEqual(Array.from({ length: 51 }, (_, n) => 10 + n))
    expect(await ids(inside, -1)).toEqual(Array.from({ length: 51 }, (_, n) => 60 - n))
    expect(await ids(between, 1)).toEqual(Array.from({ length: 49 }, (_, n) => 11 + n))
    expect(await ids(between, -1)).toEqual(Array.from({ length: 49 }, (_, n) => 59 - n))
  }
})

test('indexes serve array elements, $in and unpublished outbox events', async () => {
  const things = collection()
  await things.createIndex({ members: 1, at: -1 })
  await things.createIndex({ 'outbox.at': 1 }, { partialFilterExpression: { 'outbox.0': { $exists: true } } })
  await things.insertMany(
    Array.from({ length: 300 }, (_, n) => ({
      _id: n,
      members: [n % 10, 100 + n],
      at: n,
      outbox: n % 50 ? [] : [{ id: n, at: new Date(n) }],
    })),
  )
  const read = async (filter: object, sort: Record<string, 1 | -1> = {}) => {
    const cursor = things.find(filter).sort(sort)
    return {
      ids: (await cursor.clone().toArray()).map(({ _id }) => _id),
      plan: explained(await cursor.explain('executionStats')),
    }
  }

  const mine = await read({ members: 7 }, { at: -1 })
  const some = await read({ members: { $in: [105, 7, 106] } })
  const pending = await read({ 'outbox.0': { $exists: true }, 'outbox.at': { $lte: new Date(120) } })
  const byId = await read({ _id: { $in: [5, 250, 999] } })

  expect(mine.ids).toEqual(Array.from({ length: 30 }, (_, n) => 297 - n * 10))
  expect(mine.plan).toEqual({
    indexName: 'members_1_at_-1',
    stats: { nReturned: 30, totalKeysExamined: 30, totalDocsExamined: 30 },
  })
  expect(new Set(some.ids)).toEqual(new Set([5, 6, ...mine.ids]))
  expect(some.plan?.indexName).toBe('members_1_at_-1')
  expect(pending.ids).toEqual([0, 50, 100])
  expect(pending.plan).toEqual({
    indexName: 'outbox.at_1',
    stats: { nReturned: 3, totalKeysExamined: 3, totalDocsExamined: 3 },
  })
  expect(byId.ids).toEqual([5, 250])
})

test('every index follows every update, also of a field that only its partial filter names', async () => {
  const things = collection()
  const open = { partialFilterExpression: { 'list.0': { $exists: true }, $and: [{ state: 'open' }] } }
  await things.createIndexes([
    { key: { owner: 1, at: -1 } },
    { key: { 'list.at': 1 }, ...open },
    { key: { 'a.b': 1 }, unique: true, sparse: true },
  ])
  await things.insertMany(
    [1, 2, 3].map((_id) => ({ _id, owner: _id, at: _id, list: [], state: 'open', a: { b: _id } })),
  )
  const updates: object[] = [
    { $set: { other: 1 } },
    { $push: { list: { at: 5 } } },
    { $set: { state: 'closed' } },
    { $set: { 'list.0.at': 6, state: 'open' } },
    { $rename: { other: 'owner' } },
    { $rename: { owner: 'other', 'a.b': 'a.c' } },
    { $set: { 'a.b': 9 }, $unset: { at: 1 } },
    { $pull: { list: { at: 6 } } },
    { $inc: { other: 1 }, $max: { owner: 7 }, $currentDate: { at: true } },
  ]
  for (const update of updates) {
    await things.updateOne({ _id: 2 }, update)
    expect(await db.db?.command({ validate: things.collectionName })).toMatchObject({ valid: true, errors: [] })
  }
  await things.replaceOne({ _id: 2 }, { owner: 8, list: [{ at: 1 }], state: 'open' })
  expect(await db.db?.command({ validate: things.collectionName })).toMatchObject({ valid: true, errors: [] })
  expect(await things.find({ owner: 8 }).toArray()).toMatchObject([{ _id: 2 }])
  expect(await errorOf(things.updateOne({ _id: 3 }, { $set: { 'a.b': 1 } }))).toMatchObject({ code: 11_000 })
  const before = await things.findOneAndUpdate({ _id: 1 }, { $set: { owner: 10 } }, { returnDocument: 'before' })
  expect(before).toMatchObject({ owner: 1 })
})

test('_id of every type finds one or several documents, if the rest of the filter matches', async () => {
  const things = collection()
  const [long, id] = ['x'.repeat(600), new Types.ObjectId()]
  const ids = [1, 1.5, '1', long, `${long}y`, id]
  await things.insertMany(ids.map((_id, n) => ({ _id, n })))
  for (const [n, _id] of ids.entries()) {
    expect(await things.findOne({ _id })).toEqual({ _id, n })
    expect(await things.findOne({ _id, n: n + 1 })).toBeNull()
  }
  const read = async (filter: object) => (await things.find(filter).toArray()).map(({ n }) => n)
  expect(await read({ _id: { $in: ['1', 1, 1, 'no', id] } })).toEqual([0, 2, 5])
  expect(await read({ _id: { $in: [1, 1.5], $gt: 1 } })).toEqual([1])
  expect(await read({ _id: { $in: [] } })).toEqual([])
  expect(await read({ _id: { $in: [/^1/] } })).toEqual([2])
  expect(await read({ _id: { $ne: 1 }, n: { $lt: 2 } })).toEqual([1])
})

test('a cursor over 5,000 documents returns each once, also during deletes', async () => {
  const things = collection()
  await things.insertMany(Array.from({ length: 5000 }, (_, n) => ({ _id: n, text: 'x'.repeat(100) })))

  const ids: unknown[] = []
  for await (const { _id } of things.find().sort({ _id: 1 }).batchSize(200)) {
    ids.push(_id)
    if (ids.length === 1000) await things.deleteMany({ _id: { $gte: 4000 } })
  }
  const left = await things.find({}, { batchSize: 1 }).skip(10).limit(30).toArray()

  expect(ids.slice(0, 4000)).toEqual(Array.from({ length: 4000 }, (_, n) => n))
  expect(new Set(ids).size).toBe(ids.length)
  expect(left).toHaveLength(30)
  expect(await things.countDocuments()).toBe(4000)
  expect(await things.estimatedDocumentCount()).toBe(4000)
})

test('aggregate supports match, group, sort, lookup and facet', async () => {
  const users = collection()
  const orders = collection()
  await users.insertMany([
    { _id: 1, name: 'Ada' },
    { _id: 2, name: 'Ben' },
  ])
  await orders.insertMany([
    { _id: 1, who: 1, sum: 5, tags: ['a'] },
    { _id: 2, who: 1, sum: 7, tags: ['a', 'b'] },
    { _id: 3, who: 2, sum: 1, tags: [] },
  ])

  const grouped = await orders
    .aggregate([
      { $match: { sum: { $gt: 0 } } },
      { $group: { _id: '$who', total: { $sum: '$sum' }, last: { $max: '$_id' } } },
      { $sort: { total: -1 } },
    ])
    .toArray()
  const joined = await users
    .aggregate([
      { $lookup: { from: orders.collectionName, localField: '_id', foreignField: 'who', as: 'orders' } },
      { $project: { n: { $size: '$orders' } } },
      { $sort: { _id: 1 } },
    ])
    .toArray()
  const faceted = await orders
    .aggregate([
      {
        $facet: {
          count: [{ $count: 'n' }],
          tags: [{ $unwind: '$tags' }, { $group: { _id: '$tags', n: { $sum: 1 } } }, { $sort: { _id: 1 } }],
        },
      },
    ])
    .toArray()

  expect(grouped).toEqual([
    { _id: 1, total: 12, last: 2 },
    { _id: 2, total: 1, last: 3 },
  ])
  expect(joined).toEqual([
    { _id: 1, n: 2 },
    { _id: 2, n: 1 },
  ])
  expect(faceted).toEqual([
    {
      count: [{ n: 3 }],
      tags: [
        { _id: 'a', n: 2 },
        { _id: 'b', n: 1 },
      ],
    },
  ])
  expect(await orders.countDocuments({ who: 1 }, { limit: 1 })).toBe(1)
  expect(await orders.countDocuments({ who: 9 })).toBe(0)
  expect((await orders.distinct('tags')).sort()).toEqual(['a', 'b'])
})

test('an aggregation merges index ranges in order, obeys its limit, and joins through indexes', async () => {
  const users = collection()
  const orders = collection()
  await users.createIndexes([{ key: { tags: 1, group: 1, at: -1 }, name: 'tags' }])
  await orders.createIndexes([{ key: { who: 1 } }])
  const documents = Array.from({ length: 600 }, (_, _id) => ({
    _id,
    ...(_id % 3 > 0 && { tags: _id % 3 === 1 ? ['a', 'b'] : ['c'] }),
    group: _id % 4,
    at: new Date((_id * 7919) % 600),
  }))
  await users.insertMany(documents)
  await orders.insertMany(Array.from({ length: 50 }, (_, _id) => ({ _id, who: _id % 5 })))
  const filter = { tags: { $in: [null, 'a', 'b'] }, group: { $in: [1, 3] }, _id: { $nin: [1, 3, 7] } }
  const pipeline = [
    { $match: filter },
    { $sort: { at: -1 } },
    { $limit: 150 },
    { $match: { _id: { $gt: 100 } } },
    { $limit: 20 },
  ]

  const inOrder = documents
    .filter(({ _id, tags, group }) => tags?.[0] !== 'c' && group % 2 === 1 && ![1, 3, 7].includes(_id))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, 150)
  const expected = inOrder.filter(({ _id }) => _id > 100).slice(0, 20)
  const lastAt = inOrder.findIndex(({ _id }) => _id === expected.at(-1)?._id)
  expect(await users.aggregate(pipeline, { hint: 'tags' }).toArray()).toEqual(expected)
  const plan = await db.db?.command({
    explain: { aggregate: users.collectionName, pipeline, hint: 'tags', cursor: {} },
    verbosity: 'executionStats',
  })
  expect(JSON.stringify(plan)).toContain('SORT_MERGE')
  // the second limit ends the reading, long before the first
  if (!externalUrl) expect(plan?.executionStats.totalDocsExamined).toBe(lastAt + 1)
  expect(lastAt).toBeLessThan(50)

  const [joined] = await users
    .aggregate([
      { $match: { _id: 4 } },
      { $project: { group: 1 } },
      { $lookup: { from: orders.collectionName, pipeline: [{ $match: { who: 2 } }, { $limit: 3 }], as: 'orders' } },
    ])
    .toArray()
  expect(joined).toEqual({ _id: 4, group: 0, orders: [2, 7, 12].map((_id) => ({ _id, who: 2 })) })
  expect(await users.find({ _id: { $in: [4, 5], $nin: [5] } }).toArray()).toHaveLength(1)
  const united = await users
    .aggregate([
      { $match: { _id: { $in: [5, 6] } } },
      { $project: { _id: 1 } },
      {
        $unionWith: {
          coll: orders.collectionName,
          pipeline: [{ $match: { who: 1 } }, { $limit: 1 }, { $set: { isOrder: true } }],
        },
      },
    ])
    .toArray()
  expect(united).toEqual([{ _id: 5 }, { _id: 6 }, { _id: 1, who: 1, isOrder: true }])
})

test('5 MB of binary data can be stored and replaced', async () => {
  const Selfie = model({ _id: Number, bytes: Buffer, version: Number })
  const [first, second] = [Buffer.alloc(5_000_000, 0xfe), Buffer.alloc(5_000_000, 0xff)]

  await Selfie.create({ _id: 1, bytes: first, version: 1 })
  const read = await Selfie.findById(1)
  await Selfie.updateOne({ _id: 1 }, { $set: { bytes: second, version: 2 } })
  const again = await Selfie.findById(1)

  expect(first.equals(read?.get('bytes') as Buffer)).toBe(true)
  expect(second.equals(again?.get('bytes') as Buffer)).toBe(true)
})

test('50 concurrent increments of one document add up to 50', async () => {
  const Counter = model({ _id: String, n: Number })
  await Counter.create({ _id: 'c', n: 0 })

  const documents = await Promise.all(
    Array.from({ length: 50 }, () =>
      Counter.findOneAndUpdate({ _id: 'c' }, { $inc: { n: 1 } }, { returnDocument: 'after' }).lean(),
    ),
  )

  expect(documents.map((document) => document?.n).sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 50 }, (_, n) => n + 1),
  )
})

test('20 concurrent upserts of one _id create one document', async () => {
  const Thing = model({ _id: String, made: Number, n: Number })

  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      Thing.updateOne({ _id: 'x' }, { $inc: { n: 1 }, $setOnInsert: { made: n } }, { upsert: true }),
    ),
  )

  const succeeded = results.filter(({ status }) => status === 'fulfilled')
  expect(succeeded.length).toBeGreaterThan(0) // a real server may reject some as duplicates
  expect(await Thing.find().lean()).toEqual([{ _id: 'x', made: expect.any(Number), n: succeeded.length }])
})

test('databases are isolated, can be listed, and are dropped with their collections', async () => {
  const [one, other] = [await connect('one'), await connect('other')]
  await one.collection('things').insertOne({ n: 1 })
  await other.collection('things').insertOne({ n: 2 })
  await one.createCollection('empty')

  const before = (await one.listCollections()).map(({ name }) => name).sort()
  const names = (await one.listDatabases()).databases.map(({ name }) => name)
  await one.dropDatabase()

  expect(before).toEqual(['empty', 'things'])
  expect(names).toEqual(expect.arrayContaining([one.name, other.name]))
  expect(await one.collection('things').countDocuments()).toBe(0)
  expect(await one.listCollections()).toEqual([])
  expect(await other.collection('things').findOne({}, { projection: { _id: 0 } })).toEqual({ n: 2 })
  await other.collection('things').drop()
  expect(await other.collection('things').countDocuments()).toBe(0)
  await Promise.all([one.close(), other.close()])
})

test('unknown commands and operators are rejected by name', async () => {
  const things = collection()
  await things.insertOne({ n: 1 })

  expect(await errorOf(db.db?.command({ makeCoffee: 1 }) ?? Promise.resolve())).toMatchObject({
    code: 59,
    message: expect.stringContaining('makeCoffee'),
  })
  expect(await errorOf(things.findOne({ n: { $likes: 1 } }))).toMatchObject({
    code: 2,
    message: expect.stringContaining('$likes'),
  })
  expect(await errorOf(things.findOne({ $likes: 1 }))).toMatchObject({
    code: 2,
    message: expect.stringContaining('$likes'),
  })
  expect(await errorOf(things.updateOne({}, { $shove: { n: 1 } }))).toMatchObject({
    code: 9,
    message: expect.stringContaining('$shove'),
  })
  expect(await errorOf(things.aggregate([{ $likes: {} }]).toArray())).toMatchObject({
    code: 40324,
    message: expect.stringContaining('$likes'),
  })
  expect(await errorOf(things.aggregate([{ $project: { a: { $likes: 1 } } }]).toArray())).toMatchObject({
    message: expect.stringContaining('$likes'),
  })
})

test.skipIf(externalUrl)('a TTL index deletes expired documents and no others', async () => {
  const Session = model({ _id: String, expiresAt: Date }, (schema) =>
    schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
  )
  await Session.init()
  await Session.create(
    { _id: 'over', expiresAt: new Date(Date.now() - 1000) },
    { _id: 'live', expiresAt: new Date(Date.now() + 60_000) },
    { _id: 'forever' },
  )

  await vi.waitFor(
    async () => expect((await Session.find().lean()).map(({ _id }) => _id).sort()).toEqual(['forever', 'live']),
    5000,
  )
})

/** Extracts the index and the counters that MongoDB and the embedded MongoDB both report. */
function explained(explanation: unknown) {
  const { queryPlanner, executionStats } = explanation as {
    queryPlanner: { winningPlan: Stage }
    executionStats: Stats
  }
  const { nReturned, totalKeysExamined, totalDocsExamined } = executionStats
  const input = (stage: Stage): Stage => (stage.inputStage ? input(stage.inputStage) : stage)
  return {
    indexName: input(queryPlanner.winningPlan).indexName,
    stats: { nReturned, totalKeysExamined, totalDocsExamined },
  }
}

interface Stage {
  inputStage?: Stage
  indexName?: string
}

interface Stats {
  nReturned: number
  totalKeysExamined: number
  totalDocsExamined: number
}

interface LargeThing {
  _id: string
  large?: string
  n: number
  recent: string[]
  list: { id: number }[]
  nested: { a: number; b: number }
  late?: boolean
}

describe('a document of which commands need a few fields', () => {
  const large = 'x'.repeat(2_000)
  const keys = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `1:key-${from + at}`)
  const largeThings = () => db.collection<LargeThing>(collection().collectionName)
  const document: LargeThing = {
    _id: 'a',
    large,
    n: 1,
    recent: keys(200),
    list: [{ id: 1 }, { id: 2 }],
    nested: { a: 1, b: 2 },
  }

  test('an update changes its fields in their place and leaves the others as they are', async () => {
    const things = largeThings()
    await things.insertOne(document)
    const updated = await things.findOneAndUpdate(
      { _id: 'a', n: { $gte: 1 }, 'nested.a': 1, 'list.2': { $exists: false }, recent: { $nin: ['1:key-200'] } },
      {
        $inc: { n: 1, 'nested.b': 1 },
        $set: { late: true },
        $unset: { large: '' },
        $push: { list: { id: 3 }, recent: { $each: ['1:key-200', '1:key-201'], $slice: -200 } },
      },
      { returnDocument: 'after' },
    )
    const expected = {
      _id: 'a',
      n: 2,
      recent: keys(200, 2),
      list: [{ id: 1 }, { id: 2 }, { id: 3 }],
      nested: { a: 1, b: 3 },
      late: true,
    }
    expect(updated).toEqual(expected)
    expect(Object.keys(updated ?? {})).toEqual(Object.keys(expected))
    expect(await things.findOne({ _id: 'a' })).toEqual(expected)
  })

  test('a string that is in the array is excluded, in any place, beside other conditions', async () => {
    const things = largeThings()
    await things.insertOne(document)
    const count = (filter: object) => things.countDocuments({ _id: 'a', ...filter })
    for (const key of ['1:key-0', '1:key-99', '1:key-199']) {
      expect(await count({ recent: { $nin: ['other', key] } })).toBe(0)
      expect(await count({ recent: key })).toBe(1)
    }
    expect(await count({ recent: { $nin: ['1:key-200'] }, n: 1 })).toBe(1)
    expect(await count({ recent: { $nin: ['1:key-200'] }, n: 2 })).toBe(0)
    expect(await count({ missing: { $nin: ['x'] } })).toBe(1)
    expect(await count({ large: { $nin: [large] } })).toBe(0)
    expect(await count({ $or: [{ n: 2 }, { recent: { $nin: ['1:key-5'] } }] })).toBe(0)
    expect(await count({ $nor: [{ n: 2 }, { 'nested.b': 3 }] })).toBe(1)
  })

  test('an update without changes counts as unmodified, and a projection keeps the field order', async () => {
    const things = largeThings()
    await things.insertOne(document)
    const unchanged = await things.updateOne({ _id: 'a' }, { $max: { n: 1 }, $pull: { list: { id: 9 } } })
    expect(unchanged).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
    const shown = await things.findOne({ _id: 'a' }, { projection: { nested: 1, n: 1 } })
    expect(Object.entries(shown ?? {})).toEqual([
      ['_id', 'a'],
      ['n', 1],
      ['nested', { a: 1, b: 2 }],
    ])
    expect(await things.findOne({ _id: 'a' }, { projection: { large: 0, recent: 0, list: 0 } })).toEqual({
      _id: 'a',
      n: 1,
      nested: { a: 1, b: 2 },
    })
    expect(await things.findOne({}, { projection: { _id: 0, n: 1 } })).toEqual({ n: 1 })
  })

  test('the indexes follow an update of their fields, also of a field that a partial filter reads', async () => {
    const things = largeThings()
    await things.createIndexes([
      { key: { recent: 1 } },
      { key: { 'list.id': 1 }, partialFilterExpression: { n: { $gt: 1 } } },
      { key: { 'nested.a': 1 }, unique: true },
    ])
    await things.insertMany([document, { ...document, _id: 'b', nested: { a: 2, b: 2 } }])
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } })
    await things.updateOne({ _id: 'a' }, { $push: { recent: { $each: ['new'], $slice: -3 } } })
    expect(await things.find({ recent: 'new' }).toArray()).toHaveLength(1)
    expect(await things.find({ recent: '1:key-0' }).toArray()).toHaveLength(1)
    expect(await things.find({ n: { $gt: 1 }, 'list.id': 2 }).toArray()).toMatchObject([{ _id: 'a' }])
    expect(await errorOf(things.updateOne({ _id: 'a' }, { $set: { 'nested.a': 2 } }))).toMatchObject({ code: 11000 })
    expect(await errorOf(things.updateOne({ _id: 'a' }, { $set: { _id: 'c' } as object }))).toMatchObject({ code: 66 })
    expect(await db.db?.command({ validate: things.collectionName })).toMatchObject({ valid: true })
  })
})
