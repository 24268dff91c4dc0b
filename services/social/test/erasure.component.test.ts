import { subscribe } from '@zing/kit/nats/broadcast'
import { ensureStream } from '@zing/kit/nats/streams/event-stream'
import { getProfile, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { matchesEnded } from '@zing/proto/nats/broadcasts'
import {
  blockCreated,
  likeCreated,
  matchCreated,
  userDeleted,
  userRegistered,
  userUpdated,
} from '@zing/proto/nats/events'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { connectForTest, createEventPublisher, giveBackEvent } from '@zing/testing/events'
import { forkService } from '@zing/testing/fork-service'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { request } from '@zing/testing/request'
import { testEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Config } from '../src/config.ts'
import { createModels, type Models } from '../src/models/models.ts'
import { start } from '../src/start.ts'
import { buildReplica } from './build-replica.ts'
import { setupSocial, type TestUser } from './setup-social.ts'

const { config, nats, models, accounts, deletedUsers, blockPagesServed, newUser, match, publishEvent, eventsHandled } =
  await setupSocial()

const HOUR_MS = 60 * 60 * 1_000

/** Counts the documents of a user in every collection of social except the tombstones. */
async function dataOf({ id }: { id: number }, { Profile, Pair, Notification, DailyUsage }: Models = models) {
  const counts = await Promise.all([
    Profile.countDocuments({ _id: id }),
    Pair.countDocuments({ members: id }),
    Notification.countDocuments({ $or: [{ userId: id }, { aboutId: id }] }),
    DailyUsage.countDocuments({ $or: [{ ids: id }, { _id: { $regex: `:${id}$` } }] }),
    Profile.db.collection('dead_letters').countDocuments({ text: { $regex: `Id":${id}[,}]` } }),
  ])
  return counts.reduce((sum, count) => sum + count)
}

/** Deletes the account from auth, and announces it. */
async function deleteUser({ id }: TestUser, envelope: { epoch?: number } = {}): Promise<void> {
  accounts.delete(id)
  await publishEvent(userDeleted, { userId: id }, envelope)
  await eventsHandled()
}

async function restart(): Promise<void> {
  const restarted = await start(config)
  onTestFinished(() => restarted.stop())
}

describe('SEC-120 a deleted user', () => {
  test('is gone for all users at once: profile, likes, matches and notifications', async () => {
    const ended: { userId: number; partnerIds: number[] }[] = []
    subscribe(nats, matchesEnded, (broadcast) => void ended.push(broadcast))
    await (await nats.connection).flush()
    const [ada, ben] = await match()
    const cleo = newUser({ name: 'Cleo' })
    await ada.like(cleo)
    await cleo.like(ben)
    await ada.call(getProfile, { params: { id: cleo.id } })
    await cleo.call(getProfile, { params: { id: ada.id } })
    await eventsHandled()
    expect((await ben.call(listNotifications)).body.length).toBeGreaterThan(0)
    expect((await cleo.call(getProfile, { params: { id: cleo.id } })).body.likeCount).toBe(1)
    expect(await dataOf(ada)).toBeGreaterThanOrEqual(7)

    await deleteUser(ada)
    expect(await dataOf(ada)).toBe(0)
    for (const viewer of [ben, cleo]) {
      expect((await viewer.call(listUsers)).body.map(({ id }) => id)).not.toContain(ada.id)
      expect((await viewer.call(getProfile, { params: { id: ada.id } })).status).toBe(404)
      expect((await viewer.like(ada)).status).toBe(404)
      expect((await viewer.call(listMatches)).body).toEqual([])
      const about = (await viewer.call(listNotifications)).body.map(({ payload }) => payload)
      expect(JSON.stringify(about)).not.toContain(`"userId":${ada.id},`)
    }
    expect((await ada.like(ben)).status).toBe(404)
    expect((await cleo.call(getProfile, { params: { id: cleo.id } })).body.likeCount).toBe(0)
    expect((await ben.call(getProfile, { params: { id: ben.id } })).body.likeCount).toBe(1) // Cleo’s like
    await vi.waitFor(() => expect(ended).toEqual([{ userId: ada.id, partnerIds: [ben.id] }]), WAIT)
    expect(await dataOf(ada)).toBe(0)
  })

  test('is not brought back by late events, even events about others', async () => {
    const [ada, ben] = await match()
    await deleteUser(ada)
    const people = [ada.summary, ben.summary] as const
    await publishEvent(userRegistered, { profile: ada.profile }, { rev: 1 })
    await publishEvent(userUpdated, { profile: ada.profile }, { rev: 9 })
    await publishEvent(likeCreated, { likerId: ada.id, likedId: ben.id, liker: ada.summary, isMatch: false })
    await publishEvent(likeCreated, { likerId: ben.id, likedId: ada.id, liker: ben.summary, isMatch: false })
    await publishEvent(matchCreated, {
      userIds: [ada.id, ben.id],
      people: [...people],
      matchedAt: new Date().toISOString(),
      isAnnounced: true,
    })
    await publishEvent(blockCreated, { blockerId: ben.id, blockedId: ada.id })
    await publishEvent(userDeleted, { userId: ada.id })
    await eventsHandled()
    expect(await dataOf(ada)).toBe(0)
  })

  test('is not brought back by an RPC or a reconciliation page of an auth that is behind', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await publishEvent(userDeleted, { userId: ada.id })
    await eventsHandled() // the fake auth still has the account
    expect((await ben.like(ada)).status).toBe(404)
    expect((await ben.call(getProfile, { params: { id: ada.id } })).status).toBe(404)
    const served = blockPagesServed()
    await restart()
    await vi.waitFor(() => expect(blockPagesServed()).toBeGreaterThan(served), WAIT) // after the pages of profiles
    expect([await dataOf(ada), await models.Profile.countDocuments({ _id: ben.id })]).toEqual([0, 1])
  })

  test('dead letters that name the user are deleted, all others stay', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const deadLetters = models.Profile.db.collection('dead_letters')
    for (const { id } of [ada, ben]) {
      const text = JSON.stringify({ likerId: id, likedId: 900_001 })
      await deadLetters.insertOne({ subject: likeCreated.subject, text, reason: 'malformed', at: new Date() })
    }
    await deleteUser(ada)
    expect([await dataOf(ada), await dataOf(ben)]).toEqual([0, 1])
  })
})

describe('INV-13', () => {
  test('when the event of a deletion is lost, the next reconciliation finds the deletion', async () => {
    const [ada, ben] = await match()
    await eventsHandled()
    accounts.delete(ada.id)
    deletedUsers.push({ userId: ada.id, epoch: 0 })
    await restart()
    await vi.waitFor(async () => expect(await dataOf(ada)).toBe(0), WAIT)
    expect((await ben.call(listMatches)).body).toEqual([])
    expect(await models.Profile.countDocuments({ _id: ben.id })).toBe(1)
  })

  test('when a write in flight stores data, the second pass erases it', async () => {
    const [ada, ben] = await match()
    await eventsHandled()
    const pair = await models.Pair.findOne({ members: ada.id }).lean()
    await deleteUser(ada)
    await models.Pair.create({ ...pair, rev: 1 })
    expect(await dataOf(ada)).toBe(1)
    await models.Tombstone.updateOne({ _id: ada.id }, { $set: { at: new Date(Date.now() - HOUR_MS) } })
    await restart()
    await vi.waitFor(async () => expect(await dataOf(ada)).toBe(0), WAIT)
    await vi.waitFor(
      async () => expect(await models.Tombstone.findById(ada.id).lean()).not.toHaveProperty('needsSweep'),
      WAIT,
    )
    expect(await models.Profile.countDocuments({ _id: ben.id })).toBe(1)
  })
})

describe('INV-13 a process that is killed in the middle of an erasure', async () => {
  const env = await testEnv()
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  afterAll(() => db.close())
  const own = createModels(db)
  await ensureStream(await connectForTest(env.NATS_URL))
  const publish = await createEventPublisher(env.NATS_URL)
  let lastId = 1_000

  async function storeUser(): Promise<{ id: number }> {
    lastId += 10
    const [id, partnerId] = [lastId, lastId + 1]
    const common = { rev: 1, epoch: 0 }
    await own.Profile.create(buildReplica(id))
    await own.Pair.create({ _id: `${id}:${partnerId}`, members: [id, partnerId], matchedAt: new Date(), ...common })
    const notification = { type: 'MATCH' as const, cause: 'match', createdAt: new Date(), epoch: 0 }
    await own.Notification.create({ _id: id, userId: id, aboutId: partnerId, ...notification })
    await own.Notification.create({ _id: partnerId, userId: partnerId, aboutId: id, ...notification })
    return { id }
  }

  test.each([
    ['update', 'tombstones'],
    ['delete', 'people'],
    ['delete', 'pairs'],
    ['delete', 'notifications'],
  ])(
    'when it is killed at %s %s, the next process completes the erasure',
    { timeout: 90_000 },
    async (command, collection) => {
      const ada = await storeUser()
      expect(await dataOf(ada, own)).toBe(4)
      const database = await heldDatabase(env.MONGO_URL)
      const held = database.holdResponse((bytes) => bytes.includes(command) && bytes.includes(collection))
      const killed = forkService(new URL('../src/main.ts', import.meta.url), { ...env, MONGO_URL: database.url })
      await publish(userDeleted, { userId: ada.id })
      await held.arrived
      await killed.kill()
      await giveBackEvent(env.NATS_URL, 'social')

      const next = await start(Config.parse(env))
      onTestFinished(() => next.stop())
      await vi.waitFor(async () => expect(await dataOf(ada, own)).toBe(0), WAIT)
      expect(await own.Tombstone.countDocuments({ _id: ada.id })).toBe(1)
    },
  )
})

test('INV-12 a reset deletes the tombstones too, and an earlier deletion changes nothing', async () => {
  const [ada, ben] = await match()
  await deleteUser(ada)
  expect(await models.Tombstone.countDocuments({ _id: ada.id })).toBe(1)
  await request(nats, resetOf('social'), { epoch: 1 })
  expect(await models.Tombstone.countDocuments()).toBe(0)
  await publishEvent(userDeleted, { userId: ben.id }, { epoch: 0 })
  await eventsHandled()
  expect(await models.Tombstone.countDocuments()).toBe(0)
})
