import { restoreDump } from '@zing/testing/dump'
import { testDatabase } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { afterAll, expect, test } from 'vitest'
import { migrations } from '../src/migrations/migrations.ts'
import { setupAdmin } from './setup-admin.ts'

const MONGO_URL = testDatabase()
await restoreDump(MONGO_URL, new URL('version-0.1.0.json', import.meta.url))
const { pins, adminSessions } = await setupAdmin({ MONGO_URL })
const db = await mongoose.createConnection(MONGO_URL).asPromise()
afterAll(() => db.close())

test('SEC-45 the attempts that were used under version 0.1.0 stay used', async () => {
  const pin = await pins.findOne({})
  expect(pin?.used).toHaveLength(2)
  expect(pin).not.toHaveProperty('burnt')
})

test('the admin sessions of version 0.1.0 move to their new collection', async () => {
  expect([await adminSessions.countDocuments(), await db.collection('grants').countDocuments()]).toEqual([1, 0])
})

test('every migration of admin is recorded', async () => {
  const recorded = await db.collection<{ _id: string }>('migrations').find().toArray()
  expect(recorded.map(({ _id }) => _id)).toEqual(migrations.map(({ name }) => name))
})
