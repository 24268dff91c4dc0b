import { testDatabase } from '@zing/testing/servers'
import type { Connection } from 'mongoose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectMongo } from '../../src/mongo/connection.ts'
import { type Migration, runMigrations } from '../../src/mongo/migrations.ts'
import { createLog } from '../../src/observability/logger.ts'

const log = createLog('kit-test', 'silent')
let url: string
let db: Connection
let ran: string[]

beforeEach(async () => {
  url = testDatabase()
  db = await connectMongo(url, log)
  ran = []
})
afterEach(async () => {
  await db.dropDatabase()
  await db.close()
})

function migration(name: string, work: () => Promise<void> = async () => {}): Migration {
  return {
    name,
    async up() {
      ran.push(name)
      await work()
    },
  }
}

test('unrecorded migrations run once, in the order of the list', async () => {
  await runMigrations(db, [migration('0001'), migration('0002')], log)
  await runMigrations(db, [migration('0001'), migration('0002'), migration('0003')], log)

  expect(ran).toEqual(['0001', '0002', '0003'])
})

test('one of several starting processes runs the migrations, the others wait for the records', async () => {
  const second = await connectMongo(url, log)
  const gate = Promise.withResolvers<void>()
  const slow = migration('0001', () => gate.promise)
  let isSecondDone = false
  const first = runMigrations(db, [slow], log)
  await expect.poll(() => ran).toEqual(['0001'])
  const other = runMigrations(second, [slow], log).then(() => {
    isSecondDone = true
  })
  await expect.poll(() => second.collection('migrations').countDocuments()).toBe(1) // the lease
  expect(isSecondDone).toBe(false)

  gate.resolve()
  await Promise.all([first, other])
  await second.close()
  expect(ran).toEqual(['0001'])
})

test('an interrupted migration runs again after the dead process’s lease has expired', async () => {
  const leases = db.collection<{ _id: string; holder: string; expiresAt: Date }>('migrations')
  await leases.insertOne({ _id: 'lease', holder: 'dead', expiresAt: new Date(Date.now() + 500) })

  await runMigrations(db, [migration('0001')], log, { leaseMs: 30_000, pollMs: 20 })
  expect(ran).toEqual(['0001'])
})

test('a failing migration ends the start, is not recorded and does not block a later attempt', async () => {
  const failing = migration('0001', () => Promise.reject(new Error('disk full')))
  await expect(runMigrations(db, [failing, migration('0002')], log)).rejects.toThrow('disk full')

  await runMigrations(db, [migration('0001'), migration('0002')], log)
  expect(ran).toEqual(['0001', '0001', '0002'])
})
