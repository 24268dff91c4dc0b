import * as contract from '@zing/proto/http/chat'
import { serviceClient } from '@zing/testing/client'
import { restoreDump } from '@zing/testing/dump'
import { testEnv } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { afterAll, expect, test } from 'vitest'
import { Config } from '../src/config.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { start } from '../src/start.ts'
import { ORIGIN } from './test-sockets.ts'

const env = { ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN }
await restoreDump(env.MONGO_URL, new URL('version-0.1.0.json', import.meta.url))
const chat = await start(Config.parse(env))
const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
afterAll(() => Promise.all([chat.stop(), db.close()]))

const [first] = await db.collection('messages').find().sort({ seq: 1 }).toArray()
const [adaId, benId] = String(first?.conv)
  .split(':')
  .map(Number)
  .toSorted((id) => (id === first?.senderId ? -1 : 1)) as [number, number]
const clientOf = (userId: number) => serviceClient(chat.url, env.INTERNAL_TOKEN_SECRET, { userId, sid: 'sid' })

test('messages and receipts of version 0.1.0 are still there, and new messages follow them', async () => {
  const [ada, ben] = [clientOf(adaId), clientOf(benId)]
  const sent = await ben.call(contract.sendMessage, { body: { receiverId: adaId, content: 'four' } })
  expect([sent.status, sent.body.seq]).toEqual([201, 4])

  const { body } = await ada.call(contract.listMessages, { params: { id: benId } })
  expect(body.map(({ kind, seq, content, senderId, status }) => [kind, seq, content, senderId, status])).toEqual([
    ['text', 1, 'one', adaId, 'read'],
    ['text', 2, 'two', benId, 'sent'],
    ['text', 3, 'three', adaId, 'read'],
    ['text', 4, 'four', benId, 'sent'],
  ])
})

test('a block of version 0.1.0 still holds', async () => {
  const blocked = await db.collection<{ members: number[]; blockedBy: number[] }>('conversations').findOne({
    'blockedBy.0': { $exists: true },
  })
  const [lo = 0, hi = 0] = blocked?.members ?? []
  const blockerId = blocked?.blockedBy[0]
  const otherId = blockerId === lo ? hi : lo
  expect(
    (await clientOf(otherId).call(contract.sendMessage, { body: { receiverId: blockerId, content: 'hi' } })).status,
  ).toBe(403)
})

test('every migration of chat is recorded', async () => {
  const recorded = await db.collection<{ _id: string }>('migrations').find().toArray()
  expect(recorded.map(({ _id }) => _id)).toEqual(migrations.map(({ name }) => name))
})
