import * as contract from '@zing/proto/http/social'
import { serviceClient } from '@zing/testing/client'
import { restoreDump } from '@zing/testing/dump'
import { testEnv } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { afterAll, expect, test } from 'vitest'
import { Config } from '../src/config.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { start } from '../src/start.ts'

const env = await testEnv()
await restoreDump(env.MONGO_URL, new URL('version-0.1.0.json', import.meta.url))
const social = await start(Config.parse(env))
const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
afterAll(() => Promise.all([social.stop(), db.close()]))

const people = await db.collection<{ _id: number; name: string }>('people').find().toArray()
function clientOf(name: string) {
  const user = people.find((one) => one.name === name)
  if (!user) throw new Error(`no ${name} in the dump`)
  return { id: user._id, ...serviceClient(social.url, env.INTERNAL_TOKEN_SECRET, { userId: user._id, sid: 'sid' }) }
}

test('matches, likes, blocks and notifications of version 0.1.0 are still there', async () => {
  const [ada, ben, cleo] = ['Ada', 'Ben', 'Cleo'].map(clientOf)
  expect((await ada?.call(contract.listMatches))?.body.map(({ id }) => id)).toEqual([ben?.id])
  expect((await cleo?.call(contract.listMatches))?.body).toEqual([])
  const notifications = (await ben?.call(contract.listNotifications))?.body ?? []
  expect(notifications.map(({ type, payload }) => [type, 'name' in payload && payload.name])).toEqual([
    ['LIKE', 'Cleo'],
    ['MATCH', 'Ada'],
    ['LIKE', 'Ada'],
  ])
  expect((await ben?.call(contract.listUsers, { query: { scope: 'discover' } }))?.body.map(({ id }) => id)).toEqual([
    cleo?.id,
  ])
})

test('dead events of version 0.1.0 become dead letters', async () => {
  expect(await db.collection('dead_events').countDocuments()).toBe(0)
  expect(
    await db
      .collection('dead_letters')
      .find({}, { projection: { _id: 0, at: 0 } })
      .toArray(),
  ).toEqual([{ subject: 'evt.user.updated', text: '{"broken":true}', reason: 'malformed' }])
})

test('every migration of social is recorded', async () => {
  const recorded = await db.collection<{ _id: string }>('migrations').find().toArray()
  expect(recorded.map(({ _id }) => _id)).toEqual(migrations.map(({ name }) => name))
})
