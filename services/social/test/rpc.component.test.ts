import { connectNats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import { messages } from '@zing/proto/http/errors'
import { getProfile, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { blockCreated, userRegistered } from '@zing/proto/nats/events'
import { countLikes, getPair, getPairPage, PAGE_SIZE, resetOf } from '@zing/proto/nats/rpc'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { start } from '../src/start.ts'
import { bound, setupSocial, type TestUser } from './setup-social.ts'

const { accounts, announce, blocks, config, env, match, models, newUser, settled } = await setupSocial()
const asker = connectNats(env.NATS_URL, 'asker', createLog('asker', 'silent'))
await asker.connection
afterAll(() => asker.drain())

const stateOf = (a: TestUser, b: TestUser) => request(asker, getPair, { userIds: [a.id, b.id] })

describe('a pair', () => {
  test('is told with its match and its revision', async () => {
    const [ada, ben] = await match()
    const matchedAt = (await ada.call(listMatches)).body[0]?.matchedAt
    expect(await stateOf(ada, ben)).toEqual({ userIds: [ada.id, ben.id], matchedAt, rev: 2, epoch: 0 })
    expect(await stateOf(ben, ada)).toEqual({ userIds: [ada.id, ben.id], matchedAt, rev: 2, epoch: 0 })
    await announce(blockCreated, { blockerId: ada.id, blockedId: ben.id })
    await settled()
    expect(await stateOf(ada, ben)).toEqual({ userIds: [ada.id, ben.id], matchedAt: null, rev: 3, epoch: 0 })
  })

  test('of people who have nothing to do with each other is nothing', async () => {
    expect(await stateOf(newUser(), newUser())).toBeNull()
  })

  test('is on exactly one of the pages that list them all', async () => {
    const many = Array.from({ length: PAGE_SIZE + 3 }, (_, i) => {
      const members = [700_000 + i, 800_000]
      return { _id: members.join(':'), members, rev: 1, epoch: 0 }
    })
    await models.Pair.insertMany(many)
    const ids: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: { items: { userIds: number[] }[]; next: string | null } = await request(asker, getPairPage, { after })
      ids.push(...page.items.map(({ userIds }) => userIds.join(':')))
      after = page.next
    }
    expect(ids).toEqual(expect.arrayContaining(many.map(({ _id }) => _id)))
    expect(ids).toHaveLength(await models.Pair.countDocuments())
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('totals are one match a pair and one like a direction', async () => {
  const before = await request(asker, countLikes, {})
  await match()
  await newUser().like(newUser())
  expect(await request(asker, countLikes, {})).toEqual({ matches: before.matches + 1, likes: before.likes + 3 })
})

test('the copies of people and blocks are repaired from their owners when the service starts', async () => {
  const [ada, ben] = await match()
  const lost = newUser({ name: 'Lost event' })
  accounts.set(ada.id, { profile: { ...ada.profile, name: 'New name' }, rev: 5 })
  blocks.push({ blockerId: ben.id, blockedId: ada.id })
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000)
  const cleared = { userId: 1, type: 'LIKE', aboutId: 2, createdAt: daysAgo(30), epoch: 0, isCleared: true }
  await models.Notification.insertMany([
    { ...cleared, _id: 9_001, cause: 'old', readAt: daysAgo(9) },
    { ...cleared, _id: 9_002, cause: 'recent', readAt: daysAgo(6) },
  ])
  const restarted = await start(config)
  await vi.waitFor(async () => {
    expect(await models.Profile.findById(lost.id).lean()).toMatchObject({ name: 'Lost event', rev: 1 })
    expect(await models.Profile.findById(ada.id).lean()).toMatchObject({ name: 'New name', rev: 5 })
    expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({ blocked: true, matchedAt: null })
    expect(await models.Notification.find({ _id: { $in: [9_001, 9_002] } }).distinct('cause')).toEqual(['recent'])
  }, bound)
  await restarted.stop()
})

test('INV-12 a reset leaves nothing, brings nothing back, and does no harm twice', async () => {
  const [ada, ben] = await match()
  await newUser().like(ada)
  await settled()
  accounts.clear()
  const counts = () =>
    Promise.all([models.Profile, models.Pair, models.Notification].map((model) => model.countDocuments()))

  // An event that was being handled may still write its document, of an older epoch, which nobody is shown: once more.
  await vi.waitFor(async () => {
    expect(await request(asker, resetOf('social'), { epoch: 1 })).toEqual({ epoch: 1 })
    expect(await counts()).toEqual([0, 0, 0])
  }, bound)
  expect(await request(asker, countLikes, {})).toEqual({ matches: 0, likes: 0 })
  expect((await ada.like(ben)).body).toEqual({ message: messages.userNotFound })
  expect((await ada.call(listNotifications)).body).toEqual([])

  await announce(userRegistered, { profile: ada.profile }, { epoch: 0 })
  const cleo = newUser()
  await announce(userRegistered, { profile: cleo.profile }, { epoch: 1 })
  await vi.waitFor(async () => expect(await counts()).toEqual([1, 0, 0]), bound)
  expect((await cleo.call(listUsers)).body).toEqual([])
  expect((await cleo.call(getProfile, { params: { id: ada.id } })).status).toBe(404)

  const dora = newUser()
  await cleo.like(dora)
  await dora.like(cleo)
  expect(await request(asker, resetOf('social'), { epoch: 1 })).toEqual({ epoch: 1 })
  expect(await request(asker, countLikes, {})).toEqual({ matches: 1, likes: 2 })
  expect(await models.Pair.findById(`${cleo.id}:${dora.id}`).lean()).toMatchObject({ epoch: 1 })
})

test('a document of an older epoch that a reset missed is not shown', async () => {
  await request(asker, resetOf('social'), { epoch: 2 })
  const viewer = newUser()
  const { id, ...stray } = newUser().profile
  accounts.delete(id)
  await models.Profile.create({ _id: id, ...stray, rev: 1, epoch: 1 })
  await models.Pair.create({ _id: `1:${id}`, members: [1, id], loLikedAt: new Date(), liked: [id], rev: 1, epoch: 1 })
  expect((await viewer.call(listUsers)).body.map((person) => person.id)).not.toContain(id)
  expect((await viewer.call(getProfile, { params: { id } })).status).toBe(404)
  expect(await request(asker, countLikes, {})).toEqual({ matches: 0, likes: 0 })
})
