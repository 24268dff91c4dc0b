import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { blockCreated, blockRemoved } from '@zing/proto/nats/events'
import {
  countUsers,
  getProfilePage,
  getReplicatedProfile,
  getUsername,
  PROFILES_PER_PAGE,
} from '@zing/proto/nats/rpc/auth'
import { getBlockPage } from '@zing/proto/nats/rpc/chat'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { connectForTest } from '@zing/testing/events'
import { request } from '@zing/testing/request'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Config } from '../../src/config.ts'
import { start } from '../../src/start.ts'
import { photo, versionOf } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

/** A fake chat service with three blocks on two pages. */
const natsServer = await startNats()
const chat = connectNats(natsServer.url, 'chat', createLog('chat', 'silent'))
afterAll(() => chat.drain())
const requested: string[] = []
serveRpc(chat, 'chat', [
  rpcHandler(getBlockPage, async ({ after }) => {
    requested.push(after)
    const [first, second, third] = [block(901, 902), block(904, 903), block(902, 901)]
    return after === '' ? { items: [first], next: 'more' } : { items: [second, third], next: null }
  }),
])

const { env, nats, db, publishEvent, eventsHandled, newUser, fetchAs } = await setupAuth({ NATS_URL: natsServer.url })
const rawNats = await connectForTest(natsServer.url)
const pairs = db.collection<{ _id: string; epoch: number }>('hiddenPairs')

function block(blockerId: number, blockedId: number, epoch = 0) {
  return { blockerId, blockedId, rev: 1, epoch }
}

test('blocks are replicated from chat at the start, page by page', async () => {
  await vi.waitFor(async () => expect(await pairs.distinct('_id')).toEqual(['901:902', '903:904']), WAIT)
  expect(requested).toEqual(['', 'more'])
})

describe('block events', () => {
  const hidden = (_id: string) => pairs.countDocuments({ _id })

  test('a repeated block event hides the pair once', async () => {
    await publishEvent(blockCreated, block(12, 11))
    await publishEvent(blockCreated, block(12, 11))
    await publishEvent(blockCreated, block(11, 12))
    await publishEvent(blockCreated, block(13, 14))
    await eventsHandled()
    expect([await hidden('11:12'), await hidden('13:14')]).toEqual([1, 1])
  })

  test('photos are hidden until the last block ends, in any order of events (10.account.unblock)', async () => {
    const [ada, ben] = [await newUser({ selfie: await photo() }), await newUser({ selfie: await photo() })]
    const [a, b] = [ada.user.id, ben.user.id]
    const seen = async () =>
      Promise.all([
        fetchAs(ada.identity, ben.user.selfie).then(({ status }) => status),
        fetchAs(ben.identity, ada.user.selfie).then(({ status }) => status),
      ])
    await publishEvent(blockCreated, block(a, b))
    await publishEvent(blockCreated, block(b, a))
    await publishEvent(blockRemoved, block(a, b), { rev: 2 })
    await eventsHandled()
    expect(await seen()).toEqual([404, 404])
    await publishEvent(blockRemoved, block(b, a), { rev: 4 })
    await eventsHandled()
    await publishEvent(blockCreated, block(b, a), { rev: 3 })
    await publishEvent(blockCreated, block(a, b))
    await eventsHandled()
    expect(await seen()).toEqual([200, 200])
  })

  test('a malformed block event is dead-lettered, and the next one is handled', async () => {
    await rawNats.jetstream().publish(blockCreated.subject, Buffer.from('{"blockerId":{"$gt":0}}'))
    await publishEvent(blockCreated, block(15, 16))
    await eventsHandled()
    expect(await hidden('15:16')).toBe(1)
    expect(await db.collection('dead_letters').countDocuments({ subject: blockCreated.subject })).toBe(1)
  })
})

describe('profile requests', () => {
  test('a profile request returns the profile, or null for an unknown user', async () => {
    const { user } = await newUser()
    const { username: _, place: _home, ...profile } = user
    expect(await request(nats, getReplicatedProfile, { userId: user.id })).toEqual({
      profile: { ...profile, suspendedUntil: null, isReported: false },
      rev: 1,
      epoch: 0,
    })
    expect(await request(nats, getReplicatedProfile, { userId: 999_999 })).toBeNull()
  })

  test('a username request returns the username as typed', async () => {
    const { user } = await newUser()
    expect(await request(nats, getUsername, { userId: user.id })).toEqual({ username: user.username })
    expect(await request(nats, getUsername, { userId: 999_999 })).toEqual({ username: null })
  })

  test('profile pages are in the order of the user ids', async () => {
    const { user } = await newUser()
    const stored = await db.collection<{ _id: number; usernameKey: string }>('users').findOne({ _id: user.id })
    const above = user.id + 100_000
    const users = Array.from({ length: PROFILES_PER_PAGE }, (_, i) => ({
      ...stored,
      _id: above + 1 + i,
      usernameKey: `user${i}`,
      outbox: [],
    }))
    await db.collection<{ _id: number }>('users').insertMany(users)
    const first = await request(nats, getProfilePage, { after: String(above) })
    expect(first.items.map(({ profile }) => profile.id)).toEqual(users.map(({ _id }) => _id))
    expect(await request(nats, getProfilePage, { after: String(first.next) })).toEqual({ items: [], next: null })
    const all = await request(nats, getProfilePage, { after: '' })
    expect(all.items.map(({ profile }) => profile.id)).toContain(user.id)
    expect((await request(nats, countUsers, {})).users).toBeGreaterThan(PROFILES_PER_PAGE)
  })
})

test('SEC-56 INV-12 a reset deletes all users with their data and ends every session', async () => {
  const ada = await newUser({ selfie: await photo() })
  await publishEvent(blockCreated, block(21, 22))
  await vi.waitFor(async () => expect(await pairs.countDocuments({ _id: '21:22' })).toBe(1), WAIT)

  expect(await request(nats, resetOf('auth'), { epoch: 1 })).toEqual({ epoch: 1 })
  expect(await request(nats, resetOf('auth'), { epoch: 1 })).toEqual({ epoch: 1 })
  for (const name of ['users', 'selfies', 'sessions', 'hiddenPairs']) {
    expect([name, await db.collection(name).countDocuments()]).toEqual([name, 0])
  }
  expect((await fetchAs(ada.identity, '/api/user')).status).toBe(401)

  // auth ignores events of the older epoch
  await publishEvent(blockCreated, block(23, 24), { epoch: 0 })
  await publishEvent(blockCreated, block(25, 26), { epoch: 1 })
  await eventsHandled()
  expect(await pairs.distinct('_id')).toEqual(['25:26'])

  const eve = await newUser({ username: ada.user.username, selfie: await photo() })
  expect(eve.user.id).toBeGreaterThan(ada.user.id)
  expect(versionOf(eve.user.selfie)).not.toBe(versionOf(ada.user.selfie))
  expect((await fetchAs(eve.identity, ada.user.selfie)).status).toBe(404)
  expect(await request(nats, countUsers, {})).toEqual({ users: 1 })
})

test("INV-12 when chat stores a block after its own reset, auth's later reset keeps it", async () => {
  await publishEvent(blockCreated, block(31, 32), { epoch: 2 })
  await vi.waitFor(async () => expect(await pairs.countDocuments({ _id: '31:32' })).toBe(1), WAIT)
  await request(nats, resetOf('auth'), { epoch: 2 })
  expect(await pairs.find({}).toArray()).toMatchObject([{ _id: '31:32', epoch: 2 }])
})

test('INV-12 an account of an older epoch that a reset missed is not passed on to replicas', async () => {
  const ada = await newUser()
  await db.collection<{ _id: number }>('users').updateOne({ _id: ada.user.id }, { $set: { epoch: 1 } })
  const eve = await newUser()
  expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toBeNull()
  expect(await request(nats, getReplicatedProfile, { userId: eve.user.id })).toMatchObject({ epoch: 2 })
  const { items } = await request(nats, getProfilePage, { after: '' })
  expect(items.map(({ profile, epoch }) => [profile.id, epoch])).toEqual([[eve.user.id, 2]])
})

test('INV-12 auth stores no blocks of a chat not yet reset, and deletes rows that a reset missed', async () => {
  const old = { epoch: 1 }
  await db
    .collection<{ _id: string; [field: string]: unknown }>('sessions')
    .insertOne({ _id: 'stray', userId: 1, expiresAt: new Date(8e15), ...old })
  await pairs.insertOne({ _id: '41:42', ...old })
  const before = requested.length
  const restarted = await start(Config.parse(env)) // the fake chat still serves its blocks of epoch 0
  const missed = () =>
    Promise.all([db.collection('sessions').countDocuments(old), db.collection('hiddenPairs').countDocuments(old)])
  await vi.waitFor(async () => expect(await missed()).toEqual([0, 0]), WAIT)
  await vi.waitFor(() => expect(requested.length).toBeGreaterThanOrEqual(before + 2), WAIT)
  await restarted.stop()
  expect(await pairs.countDocuments({ _id: '901:902' })).toBe(0)
})
