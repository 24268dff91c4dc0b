import { randomUUID } from 'node:crypto'
import { subscribe } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/social'
import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import { notificationsCleared, notificationsRead } from '@zing/proto/nats/broadcasts'
import {
  accountChanged,
  blockCreated,
  deviceAdded,
  likeCreated,
  likeRemoved,
  matchCreated,
  notificationCreated,
  userUpdated,
  verificationDecided,
} from '@zing/proto/nats/events'
import { ACCOUNT_CHANGES, aboutIdOf } from '@zing/proto/notifications'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import type { Ctx } from '../../src/context.ts'
import { hideBlocked, showUnblocked } from '../../src/profiles/hide-blocked.ts'
import { buildReplica } from '../build-replica.ts'
import { readsOf, setupSocial, type TestUser } from '../setup-social.ts'

const database = await heldDatabase(testDatabase())
const { publishEvent, events, match, models, nats, newUser, eventsHandled, updateAccount } = await setupSocial({
  MONGO_URL: database.url,
})

const list = async (user: TestUser) => (await user.call(contract.listNotifications)).body
const typesOf = async (user: TestUser) => (await list(user)).map(({ type, payload }) => [type, aboutIdOf({ payload })])
const unlike = (liker: TestUser, liked: TestUser) => liker.call(contract.unlikeUser, { params: { userId: liked.id } })
const read = (user: TestUser, id: number | string) => user.call(contract.readNotification, { params: { id } })
const eventsFor = ({ id }: TestUser) => events.of(notificationCreated).filter(({ userId }) => userId === id)

async function newLikeNotification(name = 'Ada') {
  const [ada, ben] = [newUser({ name }), newUser({ name: 'Ben' })]
  await ada.like(ben)
  await eventsHandled()
  const [notification] = await list(ben)
  if (!notification) throw new Error('no notification')
  return { ada, ben, notification }
}

describe('notifications', () => {
  test('a like notifies the liked user once and publishes the unread count (3.notifications, 7.notifications)', async () => {
    const { ada, ben, notification } = await newLikeNotification()
    const expected = {
      id: expect.any(Number),
      type: 'LIKE',
      payload: { userId: ada.id, name: 'Ada', selfie: ada.profile.selfie },
      createdAt: expect.any(String),
      readAt: null,
    }
    expect(await list(ben)).toEqual([expected])
    expect(await list(ada)).toEqual([])
    expect(eventsFor(ben)).toMatchObject([{ notification, unread: 1 }])
    await newUser().like(ben)
    await eventsHandled()
    expect(eventsFor(ben).map(({ unread }) => unread)).toEqual([1, 2])
  })

  test('INV-3 a match notifies both users, and the like that made it creates no notification', async () => {
    const [ada, ben] = await match()
    await eventsHandled()
    expect(await typesOf(ada)).toEqual([['MATCH', ben.id]])
    expect(await typesOf(ben)).toEqual([
      ['MATCH', ada.id],
      ['LIKE', ada.id],
    ])
  })

  test('the newest notification comes first, even with a lower id', async () => {
    const { ada, ben, notification } = await newLikeNotification()
    const later = new Date(Date.parse(notification.createdAt) + 1_000)
    const fields = {
      userId: ben.id,
      type: 'MATCH' as const,
      aboutId: ada.id,
      cause: 'another process',
      createdAt: later,
      epoch: 0,
    }
    await models.Notification.create({ _id: -notification.id, ...fields })
    expect((await list(ben)).map(({ id }) => id)).toEqual([-notification.id, notification.id])
  })

  test('R41 INV-3 when both like again a day after an unlike, likes and matches notify again', async () => {
    const [ada, ben] = await match()
    for (let i = 0; i < 3; i++) {
      await unlike(ada, ben)
      await eventsHandled()
      expect((await ada.like(ben)).body.isMatch).toBe(true)
    }
    await unlike(ada, ben)
    await unlike(ben, ada)
    await ada.like(ben)
    expect((await ben.like(ada)).body.isMatch).toBe(true)
    await eventsHandled()
    expect((await typesOf(ada)).map(([type]) => type).toSorted()).toEqual(['LIKE', 'MATCH']) // Ben's like, once left
    expect((await typesOf(ben)).map(([type]) => type)).toEqual(['MATCH', 'LIKE'])
    const announced = events.of(matchCreated).filter(({ userIds }) => userIds[0] === ada.id)
    expect(announced.map(({ isAnnounced }) => isAnnounced)).toEqual([true, false, false, false, false])
    expect(eventsFor(ben).map(({ isAnnounced }) => isAnnounced)).toEqual([true, true]) // Ada's like, and the match

    await unlike(ben, ada)
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1_000)
    await models.Pair.updateOne({ _id: `${ada.id}:${ben.id}` }, { $set: { matchAnnouncedAt: yesterday } })
    await ben.like(ada)
    await eventsHandled()
    expect((await typesOf(ada)).map(([type]) => type)).toEqual(['MATCH', 'LIKE'])
    expect((await typesOf(ben)).map(([type]) => type)).toEqual(['MATCH', 'LIKE'])
    const ofMatches = eventsFor(ada).filter(({ notification }) => notification.type === 'MATCH')
    expect(ofMatches.map(({ isAnnounced }) => isAnnounced)).toEqual([true, true])
  })

  test('R41 when a like follows a match and two unlikes within a day, its entry is silent', async () => {
    const [ada, ben] = await match()
    await unlike(ada, ben)
    await unlike(ben, ada)
    await ben.like(ada)
    await eventsHandled()
    expect(await typesOf(ada)).toEqual([
      ['LIKE', ben.id],
      ['MATCH', ben.id],
    ])
    expect(eventsFor(ada)).toMatchObject([
      { isAnnounced: true, unread: 1 },
      { isAnnounced: false, unread: 2 },
    ])
  })

  test('R41 when a match ends and leaves a like, its entry is silent and added once', async () => {
    const [ada, ben] = await match()
    await unlike(ada, ben)
    await eventsHandled()
    await publishEvent(likeRemoved, { likerId: ada.id, likedId: ben.id }, { rev: 3 })
    await eventsHandled()
    expect((await typesOf(ada)).toSorted()).toEqual([
      ['LIKE', ben.id],
      ['MATCH', ben.id],
    ])
    expect(eventsFor(ada).map(({ isAnnounced }) => isAnnounced)).toEqual([true, false])
  })

  test('R41 a repeated like rings a day after the last one, and before only shows its entry', async () => {
    const { ada, ben, notification } = await newLikeNotification()
    await read(ben, notification.id)
    const again = async () => {
      await unlike(ada, ben)
      await ada.like(ben)
      await eventsHandled()
      return list(ben)
    }
    expect(await again()).toMatchObject([{ id: notification.id, readAt: expect.any(String) }]) // the entry is there
    await ben.call(contract.clearNotifications)
    expect(await again()).toMatchObject([{ id: notification.id, readAt: null }])
    expect(eventsFor(ben).map(({ isAnnounced }) => isAnnounced)).toEqual([true, false])

    await read(ben, notification.id)
    const monthAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000)
    await models.Notification.updateOne({ _id: notification.id }, { $set: { rangAt: monthAgo, createdAt: monthAgo } })
    const [entry, ...others] = await again()
    expect([entry, others]).toMatchObject([{ id: notification.id, type: 'LIKE', readAt: null }, []])
    expect(Date.parse(entry?.createdAt ?? '')).toBeGreaterThan(Date.parse(notification.createdAt))
    expect(eventsFor(ben)).toMatchObject([{}, {}, { isAnnounced: true, unread: 1, notification: entry }])
  })

  test('INV-2 a repeated event notifies once, even with another id or after clearing the list', async () => {
    const { ada, ben } = await newLikeNotification()
    const event = { likerId: ada.id, likedId: ben.id, liker: ada.summary, isMatch: false }
    await publishEvent(likeCreated, event)
    await eventsHandled()
    expect(await list(ben)).toHaveLength(1)
    await ben.call(contract.clearNotifications)
    await publishEvent(likeCreated, event)
    await eventsHandled()
    expect(await list(ben)).toEqual([])
    expect(eventsFor(ben)).toHaveLength(1)
  })

  test('notifications show current names and photos (3.client-notification.payload)', async () => {
    const { ada, ben } = await newLikeNotification()
    const profile = { ...ada.profile, name: 'Adele', selfie: `/api/selfies/${ada.id}/2` }
    await publishEvent(userUpdated, { profile }, { rev: 2 })
    await eventsHandled()
    expect((await list(ben))[0]?.payload).toEqual({ userId: ada.id, name: 'Adele', selfie: profile.selfie })
  })

  test('the newest hundred notifications are listed, newest first, and no more are counted', async () => {
    const ben = newUser()
    const likers = Array.from({ length: NOTIFICATIONS_MAX + 2 }, () => newUser())
    const existing = likers.slice(0, NOTIFICATIONS_MAX).map(({ id }, i) => ({ id, _id: i - 1_000 }))
    await models.Profile.insertMany(existing.map(({ id }) => buildReplica(id)))
    const common = { userId: ben.id, type: 'LIKE', createdAt: new Date(), epoch: 0 }
    await models.Notification.insertMany(
      existing.map(({ id, _id }) => ({ ...common, _id, aboutId: id, cause: `like:${id}` })),
    )
    for (const liker of likers.slice(NOTIFICATIONS_MAX)) await liker.like(ben)
    await eventsHandled()
    const listed = await list(ben)
    expect(listed.map(aboutIdOf)).toEqual(
      likers
        .map(({ id }) => id)
        .toReversed()
        .slice(0, NOTIFICATIONS_MAX),
    )
    expect(eventsFor(ben).at(-1)?.unread).toBe(NOTIFICATIONS_MAX)
  })

  test('SEC-63 a block clears the notifications of both users, and delayed events create none', async () => {
    const [ada, ben] = await match()
    const cleo = newUser()
    await cleo.like(ben)
    await eventsHandled()
    await publishEvent(blockCreated, { blockerId: ada.id, blockedId: ben.id })
    const matchedAt = new Date().toISOString()
    await publishEvent(likeCreated, { likerId: ada.id, likedId: ben.id, liker: ada.summary, isMatch: false })
    await publishEvent(
      matchCreated,
      { userIds: [ada.id, ben.id], people: [ada.summary, ben.summary], matchedAt, isAnnounced: true },
      { rev: 9 },
    )
    await eventsHandled()
    expect(await models.Notification.countDocuments({ userId: { $in: [ada.id, ben.id] }, isCleared: false })).toBe(1)
    expect([eventsFor(ada), eventsFor(ben)].map(({ length }) => length)).toEqual([1, 3])
    expect(await typesOf(ada)).toEqual([])
    expect(await typesOf(ben)).toEqual([['LIKE', cleo.id]])
  })

  test.each([
    ['before its entry is written', 'cause', 1],
    ['before the others are counted', 'outbox', 2], // the like itself reads the pair first
  ])('SEC-63 when a block is handled %s, a like is neither announced nor counted', async (_when, field, nth) => {
    const [ada, ben, cleo] = [newUser(), newUser(), newUser()]
    const key = field === 'outbox' ? `${ada.id}:${ben.id}` : 'userId'
    let reads = 0
    const read = database.holdResponse((command) => {
      const isRead = ['find', field, key].every((text) => command.includes(text)) && !command.includes('$set')
      if (isRead && !command.includes('$pull')) reads += 1
      return isRead && reads === nth
    })
    await ada.like(ben)
    await read.arrived
    const other = { models, reads: readsOf(models), notificationIds: { next: async () => -ben.id - Math.random() } }
    const ctx = { ...other, likeCounts: { refresh() {} }, relay: { publish() {} } } as unknown as Ctx // another process
    await hideBlocked(ctx, { blockerId: ben.id, blockedId: ada.id, rev: 1, epoch: 0 })
    await showUnblocked(ctx, { blockerId: ben.id, blockedId: ada.id, rev: 2, epoch: 0 })
    read.release()
    await eventsHandled()
    expect([await list(ben), eventsFor(ben)]).toEqual([[], []])
    await cleo.like(ben)
    await eventsHandled()
    expect(await typesOf(ben)).toEqual([['LIKE', cleo.id]])
    expect(eventsFor(ben).at(-1)?.unread).toBe(1)
  })

  test('SEC-63 a notification created concurrently with a block is not listed', async () => {
    const { ada, ben } = await newLikeNotification()
    await models.Pair.updateOne({ _id: `${ada.id}:${ben.id}` }, { $set: { blocked: true } })
    expect(await list(ben)).toEqual([])
  })
})

describe('reading notifications', () => {
  test('reading a notification marks only that one, and reading it again keeps the first time (4.read.2, 7.notifications.read)', async () => {
    const { ben, notification } = await newLikeNotification()
    await newUser().like(ben)
    await eventsHandled()
    expect((await read(ben, notification.id)).status).toBe(204)
    const [unread, first] = await list(ben)
    expect([unread?.readAt, first]).toEqual([null, { ...notification, readAt: expect.any(String) }])
    expect((await read(ben, notification.id)).status).toBe(204)
    expect((await list(ben))[1]).toEqual(first)
  })

  test('reading all marks all, and later notifications are unread (7.notifications.read-all)', async () => {
    const { ben } = await newLikeNotification()
    await newUser().like(ben)
    await eventsHandled()
    expect((await ben.call(contract.readAllNotifications)).status).toBe(204)
    expect((await list(ben)).map(({ readAt }) => readAt)).toEqual([expect.any(String), expect.any(String)])
    await newUser().like(ben)
    await eventsHandled()
    expect(eventsFor(ben).at(-1)?.unread).toBe(1)
  })

  test('other tabs learn once of notifications that a user reads or clears', async () => {
    const { ben, notification } = await newLikeNotification()
    const received: unknown[] = []
    subscribe(nats, notificationsRead, (payload) => void received.push(payload))
    subscribe(nats, notificationsCleared, (payload) => void received.push(payload))
    await (await nats.connection).flush()
    for (let i = 0; i < 2; i++) await read(ben, notification.id)
    await ben.call(contract.readAllNotifications)
    await ben.call(contract.clearNotifications)

    const readAt = expect.any(String)
    const expected = [
      { userId: ben.id, ids: [notification.id], readAt },
      { userId: ben.id, ids: null, readAt },
      { userId: ben.id },
    ]
    await vi.waitFor(() => expect(received).toEqual(expected), WAIT)
  })

  test('SEC-21 reading a notification of another user is 404 and changes nothing (V8.2.2)', async () => {
    const { ada, ben, notification } = await newLikeNotification()
    const { status, body } = await read(ada, notification.id)
    expect([status, body]).toEqual([404, errors.notFound().body])
    expect((await list(ben))[0]?.readAt).toBeNull()
    await ada.call(contract.readAllNotifications)
    await ada.call(contract.clearNotifications)
    expect(await list(ben)).toEqual([notification])
  })

  test.each([
    ['999999', 404, errors.notFound.message],
    ['0', 400, 'Invalid notification ID'],
    ['abc', 400, 'Invalid notification ID'],
  ])('reading the notification id %s is rejected', async (id, status, message) => {
    expect(await read(newUser(), id)).toMatchObject({ status, body: { message } })
  })
})

test('clearing empties the list of one user, and cleared notifications cannot be read', async () => {
  const { ben, notification } = await newLikeNotification()
  expect((await ben.call(contract.clearNotifications)).status).toBe(204)
  expect(await list(ben)).toEqual([])
  expect((await read(ben, notification.id)).status).toBe(404)
  await newUser().like(ben)
  await vi.waitFor(async () => expect(await list(ben)).toHaveLength(1), WAIT)
})

describe('a new device', () => {
  const ALL = 'LIKE,MATCH,MESSAGE,BLOCK,NEW_DEVICE'
  const listAll = async (user: TestUser, types = ALL) =>
    (await user.call(contract.listNotifications, { query: { types } })).body

  async function newDevice(
    user: TestUser,
    device: { browser: string | null; system: string | null },
    id = randomUUID(),
  ) {
    await publishEvent(deviceAdded, { userId: user.id, ...device }, { id })
    await eventsHandled()
    return id
  }

  test('it notifies its user alone, once for each event, with the unread count', async () => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    const id = await newDevice(ada, { browser: 'Firefox', system: 'Linux' })
    await newDevice(ada, { browser: 'Firefox', system: 'Linux' }, id)
    const [notification, ...others] = await listAll(ada)
    expect([notification, others]).toEqual([
      {
        id: expect.any(Number),
        type: 'NEW_DEVICE',
        payload: { browser: 'Firefox', system: 'Linux' },
        createdAt: expect.any(String),
        readAt: null,
      },
      [],
    ])
    expect(eventsFor(ada)).toMatchObject([{ notification, unread: 1 }])
    expect(await listAll(ben)).toEqual([])

    await newDevice(ada, { browser: null, system: null })
    const listed = await listAll(ada)
    expect(listed.map(({ payload }) => payload)).toEqual([
      { browser: null, system: null },
      { browser: 'Firefox', system: 'Linux' },
    ])
    expect((await read(ada, listed[0]?.id ?? 0)).status).toBe(204)
    expect((await listAll(ada)).map(({ readAt }) => readAt === null)).toEqual([false, true])
  })

  test.each(ACCOUNT_CHANGES)('the account change %s notifies its user alone, once for each event', async (change) => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    const payload = { change, browser: 'Firefox', system: 'Linux' }
    const id = randomUUID()
    for (let i = 0; i < 2; i++) await publishEvent(accountChanged, { userId: ada.id, ...payload }, { id })
    await eventsHandled()
    const types = 'NEW_DEVICE,ACCOUNT_CHANGE'
    const [notification, ...others] = await listAll(ada, types)
    expect([notification, others]).toMatchObject([{ type: 'ACCOUNT_CHANGE', payload, readAt: null }, []])
    expect(eventsFor(ada)).toMatchObject([{ notification, unread: 1 }])
    expect([await listAll(ben, types), await list(ada)]).toEqual([[], []])
  })

  test('a decided verification notifies its member alone, once for each verification', async () => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    const told = (verificationId: number, verified: boolean) =>
      publishEvent(verificationDecided, { userId: ada.id, verificationId, verified })
    await told(1, false)
    await told(1, false) // a repeated event
    await told(2, true)
    await eventsHandled()
    const types = 'VERIFICATION'
    const listed = await listAll(ada, types)
    expect(listed.map(({ payload }) => payload)).toEqual([{ verified: true }, { verified: false }])
    expect(eventsFor(ada).map(({ notification, unread }) => [notification.type, unread])).toEqual([
      ['VERIFICATION', 1],
      ['VERIFICATION', 2],
    ])
    expect([await listAll(ben, types), await list(ada)]).toEqual([[], []])
  })

  test('the news of a badge goes with the badge; a refusal stays', async () => {
    const ada = newUser({ name: 'Ada', verified: true })
    await updateAccount(ada.profile, 2)
    for (const verified of [false, true])
      await publishEvent(verificationDecided, { userId: ada.id, verificationId: Number(verified), verified })
    await eventsHandled()
    const payloads = async () => (await listAll(ada, 'VERIFICATION')).map(({ payload }) => payload)
    await updateAccount({ ...ada.profile, bio: 'Still verified' }, 3)
    await eventsHandled()
    expect(await payloads()).toEqual([{ verified: true }, { verified: false }])
    const { verified: _lost, ...profile } = ada.profile
    await updateAccount(profile, 4)
    await eventsHandled()
    expect(await payloads()).toEqual([{ verified: false }])
  })

  test('a client that names no types does not get it, and unknown types are ignored', async () => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    await ben.like(ada)
    await newDevice(ada, { browser: 'Firefox', system: 'Linux' })
    const types = async (query?: string) => (await listAll(ada, query)).map(({ type }) => type)
    const { body } = await ada.call(contract.listNotifications)
    expect(body.map(({ type }) => type)).toEqual(['LIKE'])
    expect((await types()).toSorted()).toEqual(['LIKE', 'NEW_DEVICE'])
    expect(await types('NEW_DEVICE,SOMETHING')).toEqual(['NEW_DEVICE'])
    expect(await types('SOMETHING')).toEqual([])
    const tooLong = await ada.call(contract.listNotifications, { query: { types: 'x'.repeat(201) } })
    expect([tooLong.status, tooLong.body]).toEqual([400, errors.invalidRequest({ message: 'Invalid types' }).body])
  })
})
