import { randomUUID } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import { passUser, undoLast, unmatchUser, unpassAllUsers, unpassUser } from '@zing/proto/http/discovery'
import {
  getProfile,
  listMatches,
  listNotifications,
  listPastMatches,
  readAllNotifications,
} from '@zing/proto/http/social'
import { LIKE_UNDO_MS, PASS_TTL_MS } from '@zing/proto/limits'
import { notificationsRead } from '@zing/proto/nats/broadcasts'
import {
  blockCreated,
  likeCreated,
  likeRemoved,
  matchCreated,
  matchEnded,
  notificationCreated,
} from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Ctx } from '../../src/context.ts'
import { createModels } from '../../src/models/models.ts'
import { withdrawLikeNotification } from '../../src/notifications/like-notification.ts'
import { notifyOfLike } from '../../src/notifications/notify-of-like.ts'
import { idsIn } from '../feed/read-feed.ts'
import { readsOf, setupSocial, type TestUser } from '../setup-social.ts'

const { env, publishEvent, events, models, newUser, match, eventsHandled, startAnother } = await setupSocial()
const secondInstance = await startAnother()

const UNKNOWN = { id: 999_999 }
const pass = (user: TestUser, other: { id: number }) => user.call(passUser, { body: { userId: other.id } })
const unpass = (user: TestUser, other: { id: number }) => user.call(unpassUser, { params: { userId: other.id } })
const undo = (user: TestUser) => user.call(undoLast)
const undoNamed = (user: TestUser, { id }: { id: number }, undone: 'like' | 'pass') =>
  user.call(undoLast, { body: { userId: id, undone } })
const unmatch = (user: TestUser, other: { id: number }) => user.call(unmatchUser, { params: { userId: other.id } })
const pairOf = ({ id: a }: TestUser, { id: b }: TestUser) => models.Pair.findById(pairKey(a, b)).lean()
const ofPair = <T extends { userIds: [number, number] }>(all: T[], a: TestUser, b: TestUser) =>
  all.filter(({ userIds }) => pairKey(...userIds) === pairKey(a.id, b.id))
const likeNotifications = async (user: TestUser) =>
  (await user.call(listNotifications)).body.filter(({ type }) => type === 'LIKE')

const likeOf = (liker: TestUser, liked: TestUser) => {
  return { likerId: liker.id, likedId: liked.id, liker: liker.summary, isMatch: false }
}

/** Counts the events from which others could learn something. */
const announced = () =>
  [likeRemoved, matchCreated, matchEnded, notificationCreated].flatMap((contract) => events.of(contract)).length

/** Users whom social has replicated, so that the feed has them. */
async function users<N extends number>(count: N): Promise<TestUser[]> {
  const all = Array.from({ length: count }, () => newUser())
  for (const user of all) expect((await user.call(getProfile, { params: { id: user.id } })).status).toBe(200)
  return all
}

async function two(): Promise<[TestUser, TestUser]> {
  return (await users(2)) as [TestUser, TestUser]
}

async function three(): Promise<[TestUser, TestUser, TestUser]> {
  return (await users(3)) as [TestUser, TestUser, TestUser]
}

async function block(a: TestUser, b: TestUser): Promise<void> {
  await publishEvent(blockCreated, { blockerId: a.id, blockedId: b.id })
  await vi.waitFor(async () => expect(await pairOf(a, b)).toMatchObject({ blocked: true }), WAIT)
}

const notFound = { status: 404, body: errors.userNotFound().body }
const nothing = { status: 409, body: errors.nothingToUndo().body }

describe('passes', () => {
  test('a passed user leaves only the feed of the passing user, and learns nothing (10.discovery.pass)', async () => {
    const [ada, ben] = await two()
    const before = announced()
    expect((await pass(ada, ben)).status).toBe(204)
    const first = await pairOf(ada, ben)
    expect((await pass(ada, ben)).status).toBe(204)
    expect(await pairOf(ada, ben)).toEqual({ ...first, rev: 2 })
    expect(first).toMatchObject({ rev: 1, loPassedAt: expect.any(Date), liked: [], outbox: [] })
    expect(await idsIn(ada, 'discover')).not.toContain(ben.id)
    expect(await idsIn(ada, 'all')).toContain(ben.id)
    expect(await idsIn(ben, 'discover')).toContain(ada.id)
    expect((await ada.call(getProfile, { params: { id: ben.id } })).body).toMatchObject({ hasLiked: false })
    await eventsHandled()
    expect(announced()).toBe(before)
    expect((await ben.call(listNotifications)).body).toEqual([])
  })

  test('a user can take a pass back, even twice', async () => {
    const [ada, ben] = await two()
    await pass(ben, ada) // Ben has the larger id
    expect(await idsIn(ben, 'discover')).not.toContain(ada.id)
    expect([(await unpass(ben, ada)).status, (await unpass(ben, ada)).status]).toEqual([204, 204])
    expect(await idsIn(ben, 'discover')).toContain(ada.id)
  })

  test('a passed user returns after thirty days, and can be passed again (10.discovery.start-over)', async () => {
    const [ada, ben] = await two()
    await pass(ada, ben)
    const loPassedAt = new Date(Date.now() - PASS_TTL_MS)
    await models.Pair.updateOne({ _id: pairKey(ada.id, ben.id) }, { $set: { loPassedAt } })
    expect(await idsIn(ada, 'discover')).toContain(ben.id)
    expect(await undo(ada)).toMatchObject(nothing)
    await pass(ada, ben)
    expect(await idsIn(ada, 'discover')).not.toContain(ben.id)
  })

  test('starting over brings all passed users back but no liked users; later passes count again', async () => {
    const [ada, ben, cleo] = await three()
    await pass(ada, ben)
    await ada.like(cleo)
    await models.Pair.updateOne(
      { _id: pairKey(ada.id, cleo.id) },
      { $set: { loLikedAt: new Date(Date.now() - 60_000) } },
    )
    expect([(await ada.call(unpassAllUsers)).status, (await ada.call(unpassAllUsers)).status]).toEqual([204, 204])
    const shown = await idsIn(ada, 'discover')
    expect([shown.includes(ben.id), shown.includes(cleo.id)]).toEqual([true, false])
    expect(await undo(ada)).toMatchObject(nothing)
    await pass(ada, ben)
    expect(await idsIn(ada, 'discover')).not.toContain(ben.id)
  })

  test('a like of a passed user ends the pass; a pass of a liked user changes nothing but the rev', async () => {
    const [ada, ben] = await two()
    await pass(ada, ben)
    await ada.like(ben)
    expect(await pairOf(ada, ben)).toMatchObject({ loPassedAt: null, liked: [ben.id] })
    expect((await pass(ada, ben)).status).toBe(204)
    expect(await pairOf(ada, ben)).toMatchObject({ loPassedAt: null, liked: [ben.id], rev: 3 })
    expect((await ben.like(ada)).body.isMatch).toBe(true)
  })

  test('a user who was passed can like, and be liked back', async () => {
    const [ada, ben] = await two()
    await pass(ada, ben)
    expect((await ben.like(ada)).body).toEqual({ likeCount: 1, isMatch: false })
    expect(await idsIn(ada, 'discover')).not.toContain(ben.id)
    expect((await ada.like(ben)).body.isMatch).toBe(true)
  })

  test('twenty concurrent passes and undos through two processes leave one of both', async () => {
    const [ada, ben] = await two()
    const adaElsewhere = newUser({ ...ada.profile }, secondInstance.url)
    const calls = Array.from({ length: 20 }, (_, i) => {
      const caller = i % 4 < 2 ? ada : adaElsewhere
      return i % 2 === 0 ? pass(caller, ben) : unpass(caller, ben)
    })
    for (const { status } of await Promise.all(calls)) expect([204, 503]).toContain(status)
    await pass(ada, ben)
    expect(await idsIn(ada, 'discover')).not.toContain(ben.id)
  })

  test('it refuses oneself, unknown and blocked users', async () => {
    const [ada, ben] = await two()
    await block(ben, ada)
    expect(await pass(ada, ada)).toMatchObject({ status: 400, body: errors.ownPass().body })
    expect(await unpass(ada, ada)).toMatchObject(notFound)
    for (const other of [UNKNOWN, ben]) {
      expect(await pass(ada, other)).toMatchObject(notFound)
      expect(await unpass(ada, other)).toMatchObject(notFound)
    }
  })

  test.each([['7'], [0], [1.5], [{ $gt: 0 }], [undefined]])('a pass of the id %j is refused', async (userId) => {
    const response = await newUser().call(passUser, { body: { userId } as never })
    expect(response).toMatchObject({ status: 400, body: errors.invalidRequest({ message: 'Invalid user ID' }).body })
  })

  test.each(['0', 'abc', '1e1'])('the end of a pass and of a match of the id %s is refused', async (userId) => {
    const refused = { status: 400, body: errors.invalidRequest({ message: 'Invalid user ID' }).body }
    expect(await newUser().call(unpassUser, { params: { userId } })).toMatchObject(refused)
    expect(await newUser().call(unmatchUser, { params: { userId } })).toMatchObject(refused)
  })
})

describe('undo', () => {
  test('undoes the latest pass, and nothing more when the call is repeated (10.discovery.undo)', async () => {
    const [ada, ben, cleo] = await three()
    await pass(ada, ben)
    await pass(ada, cleo)
    const undone = { status: 200, body: { userId: cleo.id, undone: 'pass' } }
    for (let call = 0; call < 3; call++) expect(await undo(ada)).toMatchObject(undone)
    expect(await idsIn(ada, 'discover')).toContain(cleo.id)
    expect(await idsIn(ada, 'discover')).not.toContain(ben.id)

    await pass(ada, cleo) // a new decision: the next call is another undo
    expect(await undo(ada)).toMatchObject(undone)
    expect(await idsIn(ada, 'discover')).toContain(cleo.id)
  })

  test('undoes named decisions in any order, and repeated calls succeed', async () => {
    const [ada, ben, cleo] = await three()
    await pass(ada, ben)
    await ada.like(cleo)
    for (let call = 0; call < 2; call++) {
      expect(await undoNamed(ada, ben, 'pass')).toMatchObject({ status: 200, body: { userId: ben.id, undone: 'pass' } })
      expect((await pairOf(ada, cleo))?.liked).toEqual([cleo.id])
    }
    for (let call = 0; call < 2; call++)
      expect(await undoNamed(ada, cleo, 'like')).toMatchObject({
        status: 200,
        body: { userId: cleo.id, undone: 'like' },
      })
    await eventsHandled()
    expect(await likeNotifications(cleo)).toEqual([])
    expect(events.of(likeRemoved).filter(({ likerId }) => likerId === ada.id)).toHaveLength(1)
    expect(await idsIn(ada, 'discover')).toEqual(expect.arrayContaining([ben.id, cleo.id]))
  })

  test('changes nothing but the rev for a decision that was not made', async () => {
    const [ada, ben, cleo] = await three()
    await ada.like(ben)
    await pass(ada, cleo)
    const before = await Promise.all([pairOf(ada, ben), pairOf(ada, cleo)])
    expect((await undoNamed(ada, ben, 'pass')).status).toBe(200)
    expect((await undoNamed(ada, cleo, 'like')).status).toBe(200)
    expect((await undoNamed(ben, ada, 'like')).status).toBe(200)
    const revs = [{ rev: 3 }, { rev: 2 }] // each call raises the rev
    expect(await Promise.all([pairOf(ada, ben), pairOf(ada, cleo)])).toEqual(
      before.map((pair, i) => ({ ...pair, ...revs[i] })),
    )
  })

  test('refuses oneself, unknown and blocked users, and no decision', async () => {
    const [ada, ben] = await two()
    await pass(ada, ben)
    await block(ben, ada)
    for (const other of [ada, UNKNOWN, ben]) expect(await undoNamed(ada, other, 'pass')).toMatchObject(notFound)
    for (const [body, message] of [
      [{ userId: 'x', undone: 'pass' }, 'Invalid user ID'],
      [{ userId: ben.id, undone: 'block' }, 'Invalid decision'],
    ])
      expect(await ada.call(undoLast, { body: body as never })).toMatchObject({ status: 400, body: { message } })
  })

  test('withdraws the notification in a repeated call if an earlier call has left it', async () => {
    const [ada, ben] = await two()
    await ada.like(ben)
    await eventsHandled()
    expect((await undo(ada)).status).toBe(200)
    const shown = { isCleared: false, rev: 1 }
    await models.Notification.updateOne({ userId: ben.id }, { $set: shown }) // as if the process had died before
    expect(await likeNotifications(ben)).toHaveLength(1)
    expect(await undo(ada)).toMatchObject({ status: 200, body: { userId: ben.id, undone: 'like' } })
    expect(await likeNotifications(ben)).toEqual([])
  })

  test('undoes a new like with its notification, which a second like shows again silently', async () => {
    const [ada, ben] = await two()
    await ada.like(ben)
    await eventsHandled()
    expect(await likeNotifications(ben)).toHaveLength(1)
    expect(await undo(ada)).toMatchObject({ status: 200, body: { userId: ben.id, undone: 'like' } })
    await eventsHandled()
    expect(await likeNotifications(ben)).toEqual([])
    expect((await ben.call(getProfile, { params: { id: ada.id } })).body).toMatchObject({ isMatch: false })
    expect((await ada.call(getProfile, { params: { id: ben.id } })).body).toMatchObject({
      hasLiked: false,
      likeCount: 0,
    })
    expect(await idsIn(ada, 'discover')).toContain(ben.id)
    expect(events.of(likeRemoved).filter(({ likerId }) => likerId === ada.id)).toHaveLength(1)

    await ben.call(readAllNotifications)
    await ada.like(ben)
    await eventsHandled()
    expect(await likeNotifications(ben)).toMatchObject([{ payload: { userId: ada.id }, readAt: null }])
    expect(events.of(notificationCreated).filter(({ userId }) => userId === ben.id)).toMatchObject([
      { isAnnounced: true },
      { isAnnounced: false, unread: 1 },
    ])
  })

  test('R41 when a like was undone before its announcement, the next like rings', async () => {
    const [ada, ben] = await two()
    await ada.like(ben)
    await eventsHandled()
    const notified = () => events.of(notificationCreated).filter(({ userId }) => userId === ben.id)
    expect(notified()).toHaveLength(1)
    await models.Notification.deleteMany({ userId: ben.id }) // as before the event
    expect((await undo(ada)).status).toBe(200)
    await publishEvent(likeCreated, likeOf(ada, ben), { rev: 1 })
    await eventsHandled()
    expect(await likeNotifications(ben)).toEqual([])
    expect(notified()).toHaveLength(1)

    await ada.like(ben)
    await eventsHandled()
    expect(await likeNotifications(ben)).toMatchObject([{ payload: { userId: ada.id }, readAt: null }])
    expect(notified()).toMatchObject([{}, { isAnnounced: true, unread: 1 }])
  })

  test('when a like is undone while its event is handled, its notification is not shown', async () => {
    const database = await heldDatabase(env.MONGO_URL)
    const connection = await mongoose.createConnection(database.url).asPromise()
    onTestFinished(() => connection.close())
    const [ada, ben] = await two()
    await ada.like(ben)
    await eventsHandled()
    const liked = { ...likeOf(ada, ben), id: randomUUID(), rev: 1, epoch: 0, at: new Date().toISOString() }
    await models.Notification.deleteMany({ userId: ben.id }) // as before the event

    const parts = {
      likeCounts: { refresh() {} },
      notificationIds: { next: async () => -ben.id },
      relay: { publish() {} },
    }
    const held = createModels(connection)
    const ctx = { models: held, reads: readsOf(held), ...parts } as unknown as Ctx // the used part
    const read = database.holdResponse((command) => command.includes('find') && command.includes('readAt'))
    const handled = notifyOfLike(ctx, liked)
    await read.arrived
    expect((await undoNamed(ada, ben, 'like')).status).toBe(200)
    read.release()
    await handled
    expect(await likeNotifications(ben)).toEqual([])
    expect(events.of(notificationCreated).filter(({ userId }) => userId === ben.id)).toHaveLength(1) // from the first handling
  })

  test('when its event is handled during the undo, a notification is not shown or counted', async () => {
    const [ada, ben] = await two()
    await ada.like(ben)
    await eventsHandled()
    const notification = await models.Notification.findOneAndDelete({ userId: ben.id }).lean() // as before the event
    const liked = await pairOf(ada, ben)
    if (!notification || !liked) throw new Error('no notification of the like')
    const broadcastToTabs = vi.fn()
    const notificationIds = {
      async next() {
        if (!(await models.Notification.exists({ _id: notification._id })))
          await models.Notification.create(notification) // the event creates it before the undo inserts its own
        return notification._id + 1_000
      },
    }
    const ctx = {
      models,
      reads: readsOf(models),
      notificationIds,
      broadcastToTabs,
      relay: { publish() {} },
    } as unknown as Ctx // the used part
    const undone = { ...liked, loLikedAt: null, rev: liked.rev + 1 }
    await withdrawLikeNotification(ctx, undone, ada.id)
    expect(await likeNotifications(ben)).toEqual([])
    expect(broadcastToTabs.mock.calls).toEqual([[notificationsRead, expect.objectContaining({ userId: ben.id })]])

    const readAt = new Date()
    await models.Notification.updateOne({ userId: ben.id }, { $set: { isCleared: false, rev: 1, readAt } })
    await withdrawLikeNotification(ctx, undone, ada.id)
    expect(await likeNotifications(ben)).toHaveLength(1) // read meanwhile
    expect(broadcastToTabs).toHaveBeenCalledTimes(1)
  })

  test('when a like is given again during its undo, its notification stays', async () => {
    const [ada, ben] = await two()
    await ada.like(ben)
    await eventsHandled()
    expect((await undo(ada)).status).toBe(200)
    const undone = await pairOf(ada, ben)
    await ben.call(readAllNotifications)
    expect(await models.Notification.findOne({ userId: ben.id }).lean()).toMatchObject({ readAt: null }) // never swept

    await ada.like(ben)
    await eventsHandled()
    expect(await likeNotifications(ben)).toHaveLength(1)
    const parts = { broadcastToTabs: () => {}, notificationIds: { next: async () => -ben.id } }
    const ctx = { models, ...parts } as unknown as Ctx // the used part
    for (const pair of [undone, await pairOf(ada, ben)]) {
      if (!pair) throw new Error('no pair')
      await withdrawLikeNotification(ctx, pair, ada.id)
    }
    expect(await likeNotifications(ben)).toHaveLength(1)
  })

  test('when a like is read, returned or too old, it is final, and the undo takes a pass', async () => {
    const [ada, ben, cleo] = await three()
    const [dana, eve] = await two()
    await pass(ada, eve)
    await ada.like(ben)
    await ada.like(cleo)
    await ada.like(dana)
    await eventsHandled()
    await ben.call(readAllNotifications)
    await cleo.like(ada)
    const loLikedAt = new Date(Date.now() - LIKE_UNDO_MS)
    await models.Pair.updateOne({ _id: pairKey(ada.id, dana.id) }, { $set: { loLikedAt } })
    for (const one of [ben, cleo, dana]) expect(await undoNamed(ada, one, 'like')).toMatchObject(nothing)
    expect(await undo(ada)).toMatchObject({ status: 200, body: { userId: eve.id, undone: 'pass' } })
    expect(await idsIn(ada, 'liked')).toEqual([ben.id, dana.id])
    expect((await ada.call(listMatches)).body.map(({ id }) => id)).toEqual([cleo.id])
  })

  test('leaves decisions of others and blocked pairs alone', async () => {
    const [ada, ben, cleo] = await three()
    await pass(ben, ada)
    await ben.like(ada)
    await pass(ada, cleo)
    await block(cleo, ada)
    expect(await undo(ada)).toMatchObject(nothing)
    expect(await undo(newUser())).toMatchObject(nothing)
  })

  test('twenty concurrent calls through two processes undo one decision', async () => {
    const [ada, ben, cleo] = await three()
    const adaElsewhere = newUser({ ...ada.profile }, secondInstance.url)
    await pass(ada, ben)
    await ada.like(cleo)
    const calls = Array.from({ length: 20 }, (_, i) => undo(i % 2 === 0 ? ada : adaElsewhere))
    const results = await Promise.all(calls)
    expect(results.map(({ status, body }) => [status, body])).toEqual(
      Array(20).fill([200, { userId: cleo.id, undone: 'like' }]),
    )
    expect(await pairOf(ada, ben)).toMatchObject({ loPassedAt: expect.any(Date), rev: 1 })
    await eventsHandled()
    expect(events.of(likeRemoved).filter(({ likerId }) => likerId === ada.id)).toHaveLength(1)
  })

  test('undoes nothing after starting over, even in a repeated call', async () => {
    const [ada, ben] = await two()
    await pass(ada, ben)
    expect((await undo(ada)).status).toBe(200)
    await ada.call(unpassAllUsers)
    expect(await undo(ada)).toMatchObject(nothing)
  })
})

describe('unmatches', () => {
  test('an unmatch ends the match silently, and keeps both users off each other’s feed (10.discovery.unmatch)', async () => {
    const [ada, ben] = await match()
    await eventsHandled()
    const notified = events.of(notificationCreated).length
    expect([(await unmatch(ada, ben)).status, (await unmatch(ada, ben)).status]).toEqual([204, 204])
    await eventsHandled()
    expect(ofPair(events.of(matchEnded), ada, ben)).toHaveLength(1)
    expect(events.of(notificationCreated)).toHaveLength(notified)
    for (const [one, other] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      expect((await one.call(listMatches)).body).toEqual([])
      expect(await idsIn(one, 'discover')).not.toContain(other.id)
      expect(await idsIn(one, 'liked')).not.toContain(other.id)
      expect((await one.call(listPastMatches)).body).toMatchObject([{ id: other.id, isBlocked: false }])
      const { body } = await one.call(getProfile, { params: { id: other.id } })
      expect(body).toMatchObject({ hasLiked: false, isMatch: false, likeCount: 0 })
    }
  })

  test('neither user can bring the match back alone; together they can', async () => {
    const [ada, ben] = await match()
    await unmatch(ada, ben)
    await ada.call(unpassAllUsers)
    expect(await idsIn(ada, 'discover')).not.toContain(ben.id)
    expect((await ben.like(ada)).body.isMatch).toBe(false)
    expect(await idsIn(ada, 'discover')).not.toContain(ben.id)
    expect((await ada.like(ben)).body.isMatch).toBe(true)
    await eventsHandled()
    expect(ofPair(events.of(matchCreated), ada, ben)).toHaveLength(2)
  })

  test('without a match it changes nothing, even with a like', async () => {
    const [ada, ben] = await two()
    expect((await unmatch(ada, ben)).status).toBe(204)
    expect(await pairOf(ada, ben)).toBeNull()
    await ben.like(ada)
    expect((await unmatch(ada, ben)).status).toBe(204)
    expect(await pairOf(ada, ben)).toMatchObject({ rev: 1, liked: [ada.id] })
  })

  test('it refuses oneself, unknown and blocked users', async () => {
    const [ada, ben] = await match()
    await block(ada, ben)
    for (const other of [ada, UNKNOWN, ben]) expect(await unmatch(ada, other)).toMatchObject(notFound)
  })
})
