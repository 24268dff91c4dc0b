import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { startReplicaSet } from '@zing/testing/replica-set/replica-set'
import { WAIT } from '@zing/testing/wait'
import { type Connection, Schema } from 'mongoose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectMongo, createIndexes, createReadiness } from '../../src/mongo/connection.ts'
import { isDatabaseUnavailable } from '../../src/mongo/errors.ts'
import { type Migration, runMigrations } from '../../src/mongo/migrations.ts'
import { createLog } from '../../src/observability/logger.ts'
import { mongoCommands, replicasMissing } from '../../src/observability/metrics.ts'

const log = createLog('kit-test', 'silent')
const CONCURRENT = 12 // more than a pool has connections

async function setUp() {
  const set = await startReplicaSet()
  const connect = async () => {
    const db = await connectMongo(set.url, log)
    onTestFinished(() => db.close())
    return db
  }
  const db = await connect()
  const counters = db.collection<{ _id: string; count: number }>('counters')
  await counters.insertOne({ _id: 'a', count: 0 })
  return {
    set,
    db,
    connect,
    /** A write that shows how often it was applied. */
    raise: () => counters.updateOne({ _id: 'a' }, { $inc: { count: 1 } }),
    count: async () => (await counters.findOne({ _id: 'a' }))?.count,
  }
}

/** Resolves when the driver has learned of another primary. */
function nextPrimary(db: Connection): Promise<void> {
  return new Promise((resolve) => {
    db.getClient().on('serverDescriptionChanged', ({ newDescription }) => {
      if (newDescription.type === 'RSPrimary') resolve()
    })
  })
}

async function missing(): Promise<number | undefined> {
  return (await replicasMissing.get()).values.find(({ labels }) => labels.of === 'mongodb')?.value
}

async function countOf(command: string): Promise<number> {
  const { values } = await mongoCommands.get()
  return values.find(({ labels }) => labels.command === command)?.value ?? 0
}

test('when the primary steps down before it responds, the write is applied once (10.hosts.election)', async () => {
  const { set, raise, count } = await setUp()
  const before = await countOf('update')
  set.afterNext('update', set.stepDown)
  const raised = raise()
  await vi.waitFor(() => expect(set.hasPrimary()).toBe(false), WAIT)
  set.elect()
  await raised

  expect(await count()).toBe(1)
  expect(await countOf('update')).toBe(before + 2) // the metric counts attempts
})

test('when the primary dies before it responds, its successor applies the write once (10.hosts.election)', async () => {
  const { set, raise, count } = await setUp()
  set.afterNext('update', set.killPrimary)
  const raised = raise()
  await vi.waitFor(() => expect(set.hasPrimary()).toBe(false), WAIT)
  set.elect()
  await raised
  expect(await count()).toBe(1)
  await vi.waitFor(async () => expect(await missing()).toBe(1), WAIT)

  await set.restore(0)
  await vi.waitFor(async () => expect(await missing()).toBe(0), WAIT)
  await raise()
  set.stepDown()
  const waiting = raise()
  set.elect()
  set.stepDown()
  expect(set.elect()).toBe(0) // it was dead before
  await waiting
  expect(await count()).toBe(3)
})

test('when the primary is silent, calls go on at its successor, each applied once (10.hosts.election)', async () => {
  const { set, db, raise, count } = await setUp()
  const isReady = createReadiness(db)
  await isReady()
  set.afterNext('update', set.silencePrimary)
  const unanswered = raise()
  await vi.waitFor(() => expect(set.hasPrimary()).toBe(false), WAIT)
  const isFound = nextPrimary(db)
  set.elect()
  await isFound
  await Promise.all(Array.from({ length: CONCURRENT }, raise))
  expect(await isReady()).toBe(true)

  await unanswered // after 4 s
  expect(await count()).toBe(CONCURRENT + 1)
  await set.restore(0)
  await raise()
})

test('over four failovers three processes keep acknowledged writes and pools (10.hosts.election)', async () => {
  const { set, db, connect } = await setUp()
  const processes = [db, await connect(), await connect()]
  const acknowledged: string[] = []
  let isOver = false

  async function write(process: Connection): Promise<void> {
    while (!isOver) {
      const name = randomUUID()
      try {
        await process.collection('names').insertOne({ name })
        acknowledged.push(name)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
      }
    }
  }
  const writing = processes.flatMap((process) => Array.from({ length: CONCURRENT }, () => write(process)))
  for (let round = 0; round < 4; round++) {
    const [before, old] = [acknowledged.length, set.primary()]
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + CONCURRENT), WAIT)
    if (round % 2) set.killPrimary()
    else set.stepDown()
    set.elect()
    await set.restore(old)
  }
  isOver = true
  await Promise.all(writing)

  const stored = await db.collection('names').distinct('name')
  expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
  expect(await db.collection('names').countDocuments()).toBe(stored.length)
  for (const process of processes) {
    const pings = Array.from({ length: CONCURRENT }, () => process.db?.admin().ping())
    expect(await Promise.all(pings)).toHaveLength(CONCURRENT)
  }
})

test('without a primary calls are refused, and the process stays ready for 20 s (10.hosts.election)', async () => {
  const { set, db, raise } = await setUp()
  let now = 0
  const isReady = createReadiness(db, () => now)
  expect(await isReady()).toBe(true)
  set.killPrimary()
  const refused = raise().catch(isDatabaseUnavailable)

  await once(db.getClient(), 'serverHeartbeatSucceeded') // of a secondary
  now = 19_999
  expect(await isReady()).toBe(true)
  now = 20_000
  expect(await isReady().catch(() => false)).toBe(false)
  expect(await refused).toBe(true)
  set.elect()
  await raise()
  expect(await isReady()).toBe(true)
})

test('when three processes start in an election, they migrate and index, and none ends (10.hosts.election)', async () => {
  const { set, db, connect } = await setUp()
  const processes = [db, await connect(), await connect()]
  let [isInterrupted, runs] = [false, 0]
  const migration: Migration = {
    name: '0001',
    async up(connection) {
      runs += 1
      if (!isInterrupted) set.afterNext('createIndexes', set.killPrimary)
      isInterrupted = true
      await connection.collection('old').createIndex({ name: 1 }) // the driver does not repeat it
    },
  }
  for (const process of processes) process.model('Name', new Schema({ name: { type: String, unique: true } }))

  set.stepDown()
  const started = processes.map(async (process) => {
    await runMigrations(process, [migration], log)
    await createIndexes(process, log)
  })
  set.elect()
  await vi.waitFor(() => expect(set.hasPrimary()).toBe(false), WAIT)
  set.elect()
  await Promise.all(started)

  expect(runs).toBe(2)
  expect(await db.collection('migrations').distinct('_id')).toEqual(['0001'])
  expect((await db.collection('names').indexes()).map(({ name }) => name)).toContain('name_1')
})
