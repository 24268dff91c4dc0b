import { connectNats } from '@zing/kit/nats/connection'
import { request, rpcHandler, serveRpc } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import { blockCreated } from '@zing/proto/nats/events'
import {
  countUsers,
  getBlockPage,
  getProfilePage,
  getReplicatedProfile,
  getUsername,
  PAGE_SIZE,
  resetOf,
} from '@zing/proto/nats/rpc'
import { connectForTest } from '@zing/testing/events'
import { startBroker } from '@zing/testing/servers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { photo, versionOf } from './pictures.ts'
import { soon, startAuth } from './setup-auth.ts'

/** Chat, as far as auth knows it: three blocks on two pages. */
const broker = await startBroker()
const chat = connectNats(broker.url, 'chat', createLog('chat', 'silent'))
afterAll(() => chat.drain())
const asked: string[] = []
serveRpc(chat, 'chat', [
  rpcHandler(getBlockPage, async ({ after }) => {
    asked.push(after)
    const [first, second, third] = [block(901, 902), block(904, 903), block(902, 901)]
    return after === '' ? { items: [first], next: 'more' } : { items: [second, third], next: null }
  }),
])

const { nats, db, announce, join, fetchAs } = await startAuth({ NATS_URL: broker.url })
const stranger = await connectForTest(broker.url)
const pairs = db.collection<{ _id: string; epoch: number }>('hiddenPairs')

function block(blockerId: number, blockedId: number) {
  return { blockerId, blockedId }
}

test('blocks that chat knows of are copied from it at the start, page by page', async () => {
  await vi.waitFor(async () => expect(await pairs.distinct('_id')).toEqual(['901:902', '903:904']), soon)
  expect(asked).toEqual(['', 'more'])
})

describe('a block that is announced', () => {
  const hidden = (_id: string) => pairs.countDocuments({ _id })

  test('twice hides once', async () => {
    await announce(blockCreated, block(12, 11))
    await announce(blockCreated, block(12, 11))
    await announce(blockCreated, block(11, 12))
    await announce(blockCreated, block(13, 14))
    await vi.waitFor(async () => expect(await hidden('13:14')).toBe(1), soon)
    expect(await hidden('11:12')).toBe(1)
  })

  test('malformed is put aside, and the next one is handled', async () => {
    await stranger.jetstream().publish(blockCreated.subject, Buffer.from('{"blockerId":{"$gt":0}}'))
    await announce(blockCreated, block(15, 16))
    await vi.waitFor(async () => expect(await hidden('15:16')).toBe(1), soon)
    expect(await db.collection('dead_events').countDocuments({ subject: blockCreated.subject })).toBe(1)
  })
})

describe('people', () => {
  test('are told one by one, or as nobody', async () => {
    const { user } = await join()
    const { username: _, ...profile } = user
    expect(await request(nats, getReplicatedProfile, { userId: user.id })).toEqual({ profile, rev: 1 })
    expect(await request(nats, getReplicatedProfile, { userId: 999_999 })).toBeNull()
  })

  test('have the username that they typed', async () => {
    const { user } = await join()
    expect(await request(nats, getUsername, { userId: user.id })).toEqual({ username: user.username })
    expect(await request(nats, getUsername, { userId: 999_999 })).toEqual({ username: null })
  })

  test('are told page by page in the order of their ids', async () => {
    const { user } = await join()
    const stored = await db.collection<{ _id: number; usernameKey: string }>('users').findOne({ _id: user.id })
    const copies = Array.from({ length: PAGE_SIZE }, (_, i) => ({
      ...stored,
      _id: 100_000 + i,
      usernameKey: `copy${i}`,
      outbox: [],
    }))
    await db.collection<{ _id: number }>('users').insertMany(copies)
    const first = await request(nats, getProfilePage, { after: '99999' })
    expect(first.items.map(({ profile }) => profile.id)).toEqual(copies.map(({ _id }) => _id))
    expect(await request(nats, getProfilePage, { after: String(first.next) })).toEqual({ items: [], next: null })
    const all = await request(nats, getProfilePage, { after: '' })
    expect(all.items.map(({ profile }) => profile.id)).toContain(user.id)
    expect((await request(nats, countUsers, {})).users).toBeGreaterThan(PAGE_SIZE)
  })
})

test('SEC-56 INV-12 a reset leaves nobody and nothing, and ends every session', async () => {
  const ada = await join({ selfie: await photo() })
  await announce(blockCreated, block(21, 22))
  await vi.waitFor(async () => expect(await pairs.countDocuments({ _id: '21:22' })).toBe(1), soon)

  expect(await request(nats, resetOf('auth'), { epoch: 1 }, 5_000)).toEqual({ epoch: 1 })
  expect(await request(nats, resetOf('auth'), { epoch: 1 }, 5_000)).toEqual({ epoch: 1 })
  for (const name of ['users', 'selfies', 'sessions', 'hiddenPairs']) {
    expect([name, await db.collection(name).countDocuments()]).toEqual([name, 0])
  }
  expect((await fetchAs(ada.identity, '/api/user')).status).toBe(401)

  // what was announced before is late now
  await announce(blockCreated, block(23, 24), { epoch: 0 })
  await announce(blockCreated, block(25, 26), { epoch: 1 })
  await vi.waitFor(async () => expect(await pairs.distinct('_id')).toEqual(['25:26']), soon)

  const eve = await join({ username: ada.user.username, selfie: await photo() })
  expect(eve.user.id).toBeGreaterThan(ada.user.id)
  expect(versionOf(eve.user.selfie)).toBeGreaterThan(versionOf(ada.user.selfie))
  expect((await fetchAs(eve.identity, ada.user.selfie)).status).toBe(404)
  expect(await request(nats, countUsers, {})).toEqual({ users: 1 })
})
