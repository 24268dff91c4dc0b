import { startNats, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { type Connection, Schema } from 'mongoose'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectMongo, createIndexes } from '../../src/mongo/connection.ts'
import { addTombstone, isAnyDeleted, sweepIndex, sweepTombstones } from '../../src/mongo/tombstones.ts'
import { connectNats } from '../../src/nats/connection.ts'
import { createLog } from '../../src/observability/logger.ts'
import { SWEEP_DELAY_MS, startDelayedSweep } from '../../src/timing/delayed-sweep.ts'

const log = createLog('kit-test', 'silent')
const db = await connectMongo(testDatabase(), log)
const nats = connectNats((await startNats()).url, 'kit-test', log)
await nats.connection
const Tombstone = tombstoneModel(db)
await createIndexes(db, log)
afterAll(async () => {
  await nats.drain()
  await db.close()
})

function tombstoneModel(connection: Connection) {
  const fields = { _id: Number, at: Date, needsSweep: Boolean, epoch: Number }
  const schema = new Schema(fields, { versionKey: false })
  schema.index(...sweepIndex)
  return connection.model('Tombstone', schema)
}

test('a tombstone is stored once, even concurrently, and keeps its time and epoch', async () => {
  await Promise.all(Array.from({ length: 10 }, () => addTombstone(Tombstone, 7, 2)))
  const [stored, ...others] = await Tombstone.find({ _id: 7 }).lean()
  expect([stored, others]).toEqual([{ _id: 7, at: expect.any(Date), needsSweep: true, epoch: 2 }, []])
  await addTombstone(Tombstone, 7, 3)
  expect(await Tombstone.findById(7).lean()).toEqual(stored)
  expect(await isAnyDeleted(Tombstone, [5, 7])).toBe(true)
  expect(await isAnyDeleted(Tombstone, [5, 6])).toBe(false)
  await Tombstone.deleteMany({})
})

test('a deletion is erased again, once; after a failure the rest waits for the next time', async () => {
  const old = new Date(Date.now() - SWEEP_DELAY_MS)
  const ids = Array.from({ length: 120 }, (_, i) => i + 1)
  await Tombstone.insertMany(ids.map((_id) => ({ _id, at: old, needsSweep: true, epoch: 0 })))
  await Tombstone.insertMany([{ _id: 900, at: new Date(Date.now() + 60 * 60 * 1_000), needsSweep: true, epoch: 0 }])
  await Tombstone.insertMany([{ _id: 901, at: old, epoch: 0 }])

  const erased: number[] = []
  const failing = sweepTombstones(Tombstone, async (id) => {
    if (id === 3) throw new Error('unavailable')
    erased.push(id)
  })
  await expect(failing).rejects.toThrow('unavailable')
  expect(erased).toEqual([1, 2])
  await sweepTombstones(Tombstone, async (id) => void erased.push(id))
  expect(erased).toEqual(ids)
  await sweepTombstones(Tombstone, async (id) => void erased.push(id))
  expect(erased).toEqual(ids)
  expect((await Tombstone.find({ needsSweep: true }).lean()).map(({ _id }) => _id)).toEqual([900])
  await Tombstone.deleteMany({})
})

test('a sweep runs at the start and after each request, and requests meanwhile share one run', async () => {
  let runs = 0
  const sweep = async () => {
    runs += 1
    if (runs === 1) throw new Error('unavailable')
  }
  const sweeps = startDelayedSweep(nats, sweep, { name: 'sweep', delayMs: 100 })
  onTestFinished(() => sweeps.stop())
  sweeps.soon() // the start has one due already
  sweeps.soon()
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(3), WAIT) // the start, its repetition or timer, and another timer
  const before = runs
  sweeps.soon()
  await vi.waitFor(() => expect(runs).toBeGreaterThan(before), WAIT)
})
