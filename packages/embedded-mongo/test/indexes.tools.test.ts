import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningMongo, startEmbeddedMongo } from '../src/start-embedded-mongo.ts'

// Random documents, filters and orders must give the same results on a collection with indexes and on one without.
const SEED = 20_260_102
const QUERIES = 300
const UPDATES = 150

let embeddedMongo: RunningMongo
let dataDir = ''
let db: Connection

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-indexes-'))
  embeddedMongo = await startEmbeddedMongo({ port: 0, dataDir })
  db = await mongoose.createConnection(`${embeddedMongo.url}/indexes`).asPromise()
})

afterAll(async () => {
  await db.close()
  await embeddedMongo.stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Thing {
  _id: number
}

test('indexes never change the result of a query, and match the documents after updates', async () => {
  const random = seeded(SEED)
  const [plain, indexed] = [db.collection<Thing>('plain'), db.collection<Thing>('indexed')]
  await indexed.createIndexes([
    { key: { a: 1, _id: 1 } }, // _id makes the order total, so that results can be compared
    { key: { a: 1, b: -1, _id: -1 } },
    { key: { b: 1, _id: -1 } },
    { key: { tags: 1, a: -1 } },
    { key: { 'sub.x': 1, b: 1, _id: 1 } },
    { key: { 'sub.x': -1 }, sparse: true },
    { key: { b: 1, a: 1 }, partialFilterExpression: { flag: true } },
    { key: { 'items.k': 1 } },
  ])
  const documents = Array.from({ length: 200 }, (_, _id) => ({ _id, ...randomFields(random) }))
  for (const things of [plain, indexed]) await things.insertMany(documents)

  await compare(plain, indexed, random)
  for (let n = 0; n < UPDATES; n++) {
    const [filter, update] = [randomFilter(random), randomUpdate(random)]
    const results = []
    for (const things of [plain, indexed]) results.push(await things.updateMany(filter, update))
    expect(results[0], JSON.stringify({ filter, update })).toEqual(results[1])
  }
  await compare(plain, indexed, random)

  expect(await indexed.find().toArray()).toEqual(await plain.find().toArray())
  expect(await db.db?.command({ validate: 'indexed' })).toMatchObject({ valid: true, errors: [], nrecords: 200 })
})

async function compare(
  plain: mongoose.mongo.Collection<Thing>,
  indexed: mongoose.mongo.Collection<Thing>,
  random: Random,
): Promise<void> {
  for (let n = 0; n < QUERIES; n++) {
    const [filter, sort] = [
      randomFilter(random),
      { ...randomSort(random), _id: random(2) ? 1 : -1 } as Record<string, 1 | -1>,
    ]
    const limit = random(3) * 5
    const [wanted, found] = await Promise.all(
      [plain, indexed].map((things) => things.find(filter).sort(sort).limit(limit).toArray()),
    )
    expect(
      found?.map(({ _id }) => _id),
      JSON.stringify({ filter, sort, limit }),
    ).toEqual(wanted?.map(({ _id }) => _id))
  }
}

type Random = (below: number) => number

function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function oneOf<T>(random: Random, choices: T[]): T {
  return choices[random(choices.length)] as T // the index is inside
}

function randomValue(random: Random): unknown {
  return oneOf<unknown>(random, [
    random(6),
    random(6),
    random(6) - 2.5,
    'text',
    'other',
    null,
    new Date(random(3)),
    true,
  ])
}

function randomFields(random: Random): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    a: randomValue(random),
    b: randomValue(random),
    flag: random(2) === 1,
    tags: Array.from({ length: random(4) }, () => randomValue(random)),
    items: Array.from({ length: random(3) }, () => ({ k: random(5) })),
  }
  if (random(2)) fields.sub = { x: random(3) ? randomValue(random) : `${'x'.repeat(1500)}${random(9)}` } // longer than an index key
  if (random(8) === 0) delete fields.a
  if (random(8) === 0) fields.tags = randomValue(random)
  return fields
}

function randomCondition(random: Random): object {
  const field = oneOf(random, ['a', 'b', 'tags', 'sub.x', 'items.k', 'flag', '_id'])
  const value = randomValue(random)
  return oneOf<object>(random, [
    { [field]: value },
    { [field]: { $in: [value, randomValue(random), random(6)] } },
    { [field]: { $gt: value } },
    { [field]: { $gte: random(4), $lt: random(8) } },
    { [field]: { $lte: value } },
    { [field]: { $ne: value } },
    { [field]: { $exists: random(2) === 1 } },
    { flag: true, [field]: value },
  ])
}

function randomFilter(random: Random): object {
  return oneOf<() => object>(random, [
    () => randomCondition(random),
    () => ({ $and: [randomCondition(random), randomCondition(random)] }),
    () => ({ $or: [randomCondition(random), randomCondition(random)] }),
    () => ({ ...randomCondition(random), $or: [randomCondition(random), randomCondition(random)] }),
  ])()
}

function randomSort(random: Random): Record<string, 1 | -1> {
  const fields = oneOf(random, [[], ['a'], ['b'], ['a', 'b'], ['tags'], ['tags', 'a'], ['sub.x', 'b'], ['b', 'a']])
  return Object.fromEntries(fields.map((field) => [field, random(2) ? 1 : -1]))
}

/** Returns only updates that cannot fail: the effect of a failed one depends on the order of reading. */
function randomUpdate(random: Random): object {
  const value = randomValue(random)
  return oneOf<object>(random, [
    { $set: { a: value } },
    { $set: { 'sub.x': value, flag: random(2) === 1 } },
    { $unset: { b: '' } },
    { $push: { items: { k: random(5) } } },
    { $pull: { items: { k: random(5) } } },
    { $addToSet: { more: value } },
    { $inc: { n: 1 } },
    { $max: { a: value } },
  ])
}
