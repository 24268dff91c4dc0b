import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { errors } from '@zing/proto/errors'
import {
  clearNotifications,
  getProfile,
  listMatches,
  listNotifications,
  listUsers,
  readAllNotifications,
} from '@zing/proto/http/social'
import { blockCreated, userRegistered } from '@zing/proto/nats/events'
import { PAGE_SIZE } from '@zing/proto/nats/rpc/pages'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { countLikes, getNotificationVersions, getPair, getPairPage } from '@zing/proto/nats/rpc/social'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { start } from '../src/start.ts'
import { buildReplica } from './build-replica.ts'
import { setupSocial, type TestUser } from './setup-social.ts'

const {
  accounts,
  resetAuth,
  publishEvent,
  blocks,
  blockPagesServed,
  config,
  env,
  match,
  models,
  newUser,
  eventsHandled,
} = await setupSocial()
const caller = connectNats(env.NATS_URL, 'caller', createLog('caller', 'silent'))
await caller.connection
afterAll(() => caller.drain())

const stateOf = (a: TestUser, b: TestUser) => request(caller, getPair, { userIds: [a.id, b.id] })

test('the version of a list changes with every new, read and cleared entry, and only then (10.storm.resume)', async () => {
  const [ada, ben] = [newUser(), newUser()]
  const versions = () => request(caller, getNotificationVersions, { userIds: [ben.id, ada.id] })
  const seen = [await versions()]
  const changes = [
    () => ada.like(ben),
    () => ben.call(readAllNotifications),
    () => newUser().like(ben),
    () => ben.call(clearNotifications),
  ]
  for (const change of changes) {
    await change()
    await eventsHandled()
    expect(await versions()).toEqual(await versions())
    seen.push(await versions())
  }
  expect(new Set(seen.slice(0, 4).map(([bens]) => bens)).size).toBe(4)
  expect(new Set(seen.map(([, adas]) => adas)).size).toBe(1)
  expect(seen.at(-1)?.[0]).toBe(seen[0]?.[0]) // again empty
})

describe('pair requests', () => {
  test('a pair request returns the match and the revision', async () => {
    const [ada, ben] = await match()
    const matchedAt = (await ada.call(listMatches)).body[0]?.matchedAt
    expect(await stateOf(ada, ben)).toEqual({ userIds: [ada.id, ben.id], matchedAt, rev: 2, epoch: 0 })
    expect(await stateOf(ben, ada)).toEqual({ userIds: [ada.id, ben.id], matchedAt, rev: 2, epoch: 0 })
    await publishEvent(blockCreated, { blockerId: ada.id, blockedId: ben.id })
    await eventsHandled()
    expect(await stateOf(ada, ben)).toEqual({ userIds: [ada.id, ben.id], matchedAt: null, rev: 3, epoch: 0 })
  })

  test('a pair request returns null for users without a pair', async () => {
    expect(await stateOf(newUser(), newUser())).toBeNull()
  })

  test('every pair is on exactly one page', async () => {
    const pairs = Array.from({ length: PAGE_SIZE + 3 }, (_, i) => {
      const members = [700_000 + i, 800_000]
      return { _id: members.join(':'), members, rev: 1, epoch: 0 }
    })
    await models.Pair.insertMany(pairs)
    const ids: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: { items: { userIds: number[] }[]; next: string | null } = await request(caller, getPairPage, {
        after,
      })
      ids.push(...page.items.map(({ userIds }) => userIds.join(':')))
      after = page.next
    }
    expect(ids).toEqual(expect.arrayContaining(pairs.map(({ _id }) => _id)))
    expect(ids).toHaveLength(await models.Pair.countDocuments())
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('totals count one match per pair and one like per direction', async () => {
  const before = await request(caller, countLikes, {})
  await match()
  await newUser().like(newUser())
  expect(await request(caller, countLikes, {})).toEqual({ matches: before.matches + 1, likes: before.likes + 3 })
})

test('at the start, it reconciles profiles and blocks with their owners', async () => {
  const [ada, ben] = await match()
  const lost = newUser({ name: 'Lost event' })
  accounts.set(ada.id, { profile: { ...ada.profile, name: 'New name' }, rev: 5, epoch: 0 })
  blocks.push(
    { blockerId: ben.id, blockedId: ada.id, rev: 1, epoch: 0 },
    { blockerId: ada.id, blockedId: ben.id, rev: 1, epoch: 0 },
  )
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000)
  const cleared = { userId: 1, type: 'LIKE', aboutId: 2, createdAt: daysAgo(30), epoch: 0, isCleared: true }
  await models.Notification.insertMany([
    { ...cleared, _id: 9_001, cause: 'old', readAt: daysAgo(9) },
    { ...cleared, _id: 9_002, cause: 'recent', readAt: daysAgo(6) },
  ])
  const restarted = await start(config)
  await vi.waitFor(async () => {
    expect(await models.Profile.findById(lost.id).lean()).toMatchObject({ name: 'Lost', rev: 1 })
    expect(await models.Profile.findById(ada.id).lean()).toMatchObject({ name: 'New', rev: 5 })
    expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({
      ...{ blocked: true, matchedAt: null },
      ...{ loBlockedAt: expect.any(Date), hiBlockedAt: expect.any(Date) },
    })
    expect(await models.Notification.find({ _id: { $in: [9_001, 9_002] } }).distinct('cause')).toEqual(['recent'])
  }, WAIT)
  await restarted.stop()
})

test('INV-12 a reset deletes all data, ignores events of the older epoch, and is idempotent', async () => {
  const [ada, ben] = await match()
  await newUser().like(ada)
  await eventsHandled()
  resetAuth(1)
  const counts = () =>
    Promise.all([models.Profile, models.Pair, models.Notification].map((model) => model.countDocuments()))

  // an event in progress may store a document of the older epoch, which nobody sees: reset again
  await vi.waitFor(async () => {
    expect(await request(caller, resetOf('social'), { epoch: 1 })).toEqual({ epoch: 1 })
    expect(await counts()).toEqual([0, 0, 0])
  }, WAIT)
  expect(await request(caller, countLikes, {})).toEqual({ matches: 0, likes: 0 })
  expect((await ada.like(ben)).body).toEqual(errors.userNotFound().body)
  expect((await ada.call(listNotifications)).body).toEqual([])

  await publishEvent(userRegistered, { profile: ada.profile }, { epoch: 0 })
  const cleo = newUser()
  await publishEvent(userRegistered, { profile: cleo.profile }, { epoch: 1 })
  await eventsHandled()
  await vi.waitFor(async () => expect(await counts()).toEqual([1, 0, 0]), WAIT)
  expect((await cleo.call(listUsers)).body).toEqual([])
  expect((await cleo.call(getProfile, { params: { id: ada.id } })).status).toBe(404)

  const dora = newUser()
  await cleo.like(dora)
  await dora.like(cleo)
  expect(await request(caller, resetOf('social'), { epoch: 1 })).toEqual({ epoch: 1 })
  expect(await request(caller, countLikes, {})).toEqual({ matches: 1, likes: 2 })
  expect(await models.Pair.findById(`${cleo.id}:${dora.id}`).lean()).toMatchObject({ epoch: 1 })
})

test('INV-12 users whom auth has not deleted yet do not come back after a reset of social', async () => {
  const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })] // of auth's epoch 1
  blocks.push({ blockerId: ada.id, blockedId: ben.id, rev: 1, epoch: 1 })
  await request(caller, resetOf('social'), { epoch: 2 }) // social is reset first
  expect((await ben.call(getProfile, { params: { id: ada.id } })).status).toBe(404)
  expect((await ben.like(ada)).status).toBe(404)

  const before = blockPagesServed()
  const restarted = await start(config) // reconciles with auth and chat, which are not reset yet
  await vi.waitFor(() => expect(blockPagesServed()).toBeGreaterThan(before), WAIT)
  await restarted.stop()
  expect(await models.Profile.find({ _id: { $in: [ada.id, ben.id] } }).lean()).toEqual([])
  expect(await models.Pair.countDocuments({ members: ada.id })).toBe(0)

  resetAuth(2)
  blocks.length = 0
  const [cleo, dora] = [newUser({ name: 'Cleo' }), newUser({ name: 'Dora' })]
  expect((await cleo.call(getProfile, { params: { id: dora.id } })).body.name).toBe('Dora')
  expect((await cleo.call(listUsers)).body.map(({ name }) => name)).toEqual(['Dora'])
})

test('INV-12 users whom auth registers after its own reset survive the later reset of social', async () => {
  resetAuth(3)
  const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
  await ada.like(ben)
  await request(caller, resetOf('social'), { epoch: 3 })
  expect((await ben.call(getProfile, { params: { id: ada.id } })).body.name).toBe('Ada')
  expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({ liked: [ben.id], epoch: 3 })
})

test('when a reset misses a document, it is not shown, and deleted after the next start', async () => {
  const viewer = newUser()
  const { id } = newUser()
  accounts.delete(id)
  const about = { userId: viewer.id, type: 'LIKE' as const, aboutId: id, cause: 'stray', createdAt: new Date() }
  const old = { epoch: 2 }
  const ofOlderEpoch = () =>
    Promise.all([
      models.Profile.countDocuments(old),
      models.Pair.countDocuments(old),
      models.Notification.countDocuments(old),
    ])
  await models.Profile.create(buildReplica(id, old))
  await models.Pair.create({ _id: `1:${id}`, members: [1, id], loLikedAt: new Date(), liked: [id], rev: 1, ...old })
  await models.Notification.create({ _id: 9_100, ...about, ...old })
  expect((await viewer.call(listUsers)).body.map((user) => user.id)).not.toContain(id)
  expect((await viewer.call(getProfile, { params: { id } })).status).toBe(404)
  expect(await request(caller, getPair, { userIds: [1, id] })).toBeNull()
  expect(await request(caller, countLikes, {})).toEqual({ matches: 0, likes: 1 })
  expect(await ofOlderEpoch()).toEqual([1, 1, 1])

  const restarted = await start(config)
  await vi.waitFor(async () => expect(await ofOlderEpoch()).toEqual([0, 0, 0]), WAIT)
  await restarted.stop()
})
