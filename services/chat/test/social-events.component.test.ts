import { broadcast, publishTo } from '@zing/kit/nats/broadcast'
import * as contract from '@zing/proto/http/chat'
import { epochRaised, notificationsCleared, notificationsRead } from '@zing/proto/nats/broadcasts'
import { blockCreated, matchCreated, matchEnded, notificationCreated } from '@zing/proto/nats/events'
import { getBlockPage } from '@zing/proto/nats/rpc/chat'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import type { Ctx } from '../src/context.ts'
import { pushNotification } from '../src/conversations/push-events.ts'
import { now } from './fake-others.ts'
import { setupChat } from './setup-chat.ts'
import { conversationOf, likeOf } from './test-users.ts'

const {
  nats,
  startChat,
  secondInstance,
  setAuthEpoch,
  events,
  publishEvent,
  eventsHandled,
  db,
  newUser,
  newMatch,
  setPair,
  matchEvent,
  connect,
  sendMessage,
} = await setupChat()

test('a match opens the conversation, its end closes it; late events change nothing (7.received.NEW_MATCH)', async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  const match = matchEvent(ada, ben)
  await publishEvent(matchCreated, match, { rev: 2 })
  await vi.waitFor(
    () =>
      expect(adaTab.of('NEW_MATCH')).toEqual([
        { type: 'NEW_MATCH', match: { ...ben.summary, matchedAt: match.matchedAt } },
      ]),
    WAIT,
  )
  await vi.waitFor(() => expect(benTab.of('NEW_MATCH')).toHaveLength(1), WAIT)
  expect((await sendMessage(ada, ben, 'hi')).status).toBe(201)

  await publishEvent(matchEnded, { userIds: match.userIds }, { rev: 3 })
  await vi.waitFor(() => expect(benTab.of('MATCH_ENDED')).toEqual([{ type: 'MATCH_ENDED', userId: ada.userId }]), WAIT)
  await publishEvent(matchCreated, match, { rev: 2 }) // late
  await publishEvent(matchEnded, { userIds: match.userIds }, { rev: 3 }) // repeated, since the first push may be lost
  await eventsHandled()
  const cleo = newUser('Cleo')
  await publishEvent(notificationCreated, likeOf(cleo, ada))
  await vi.waitFor(() => expect(adaTab.of('NEW_LIKE')).toHaveLength(1), WAIT)
  expect((await sendMessage(ada, ben, 'hi')).status).toBe(403)

  await publishEvent(matchCreated, { ...match, matchedAt: now() }, { rev: 5 })
  await publishEvent(matchCreated, match, { rev: 2 }) // late again
  await publishEvent(matchEnded, { userIds: match.userIds }, { rev: 4 }) // late
  await eventsHandled()
  await publishEvent(notificationCreated, likeOf(cleo, ben))
  await vi.waitFor(() => expect(benTab.of('NEW_LIKE')).toHaveLength(1), WAIT)
  expect((await sendMessage(ada, ben, 'hi')).body.seq).toBe(2)
  expect([benTab.of('MATCH_ENDED'), benTab.of('NEW_MATCH')].map(({ length }) => length)).toEqual([2, 2])
})

test('R41 an unannounced like changes only the count, such a match opens the conversation', async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  await publishEvent(notificationCreated, { ...likeOf(ada, ben), unread: 4, isAnnounced: false })
  await vi.waitFor(() => expect(benTab.frames.at(-1)).toEqual({ type: 'NOTIFICATION_COUNT', count: 4 }), WAIT)
  await publishEvent(matchCreated, { ...matchEvent(ada, ben), isAnnounced: false }, { rev: 4 })
  await vi.waitFor(() => expect(adaTab.frames.at(-1)).toEqual({ type: 'MATCH_RESTORED', userId: ben.userId }), WAIT)
  await vi.waitFor(() => expect(benTab.frames.at(-1)).toEqual({ type: 'MATCH_RESTORED', userId: ada.userId }), WAIT)
  expect([...adaTab.of('NEW_MATCH'), ...benTab.of('NEW_MATCH'), ...benTab.of('NEW_LIKE')]).toEqual([])
  expect(benTab.of('NOTIFICATION')).toEqual([])
  expect((await sendMessage(ada, ben, 'hi again')).status).toBe(201)
})

test('a notification for a user without a socket anywhere reads nothing', async () => {
  const mayReach = vi.fn(() => false)
  const ctx = { mayReach } as unknown as Ctx // a read would fail
  await pushNotification(ctx, { ...likeOf(newUser('Ada'), newUser('Ben')), id: 'x', epoch: 0, rev: 1, at: now() })
  expect(mayReach).toHaveBeenCalledOnce()
})

test('an announced like is pushed as a like, as an entry of the list, and with the unread count', async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  const benTab = await connect(ben)
  const like = likeOf(ada, ben)
  await publishEvent(notificationCreated, like)
  await vi.waitFor(() => expect(benTab.of('NOTIFICATION_COUNT')).toHaveLength(1), WAIT)
  const { createdAt } = like.notification
  expect(benTab.frames.slice(-3)).toEqual([
    { type: 'NEW_LIKE', like: { likerId: ada.userId, likedId: ben.userId, createdAt }, user: ada.summary },
    { type: 'NOTIFICATION', notification: like.notification },
    { type: 'NOTIFICATION_COUNT', count: 1 },
  ])
})

test('a notification is pushed with the unread count (7.received.NOTIFICATION)', async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  const adaTab = await connect(ada)
  const notification = {
    id: 7,
    type: 'LIKE' as const,
    payload: { userId: ben.userId, name: 'Ben', selfie: null },
    createdAt: now(),
    readAt: null,
  }
  await publishEvent(notificationCreated, { userId: ada.userId, notification, unread: 3, isAnnounced: true })
  await vi.waitFor(
    () => expect(adaTab.of('NOTIFICATION_COUNT')).toEqual([{ type: 'NOTIFICATION_COUNT', count: 3 }]),
    WAIT,
  )
  expect(adaTab.of('NOTIFICATION')).toEqual([{ type: 'NOTIFICATION', notification }])
})

test('a notification about the user’s own account is pushed too', async () => {
  const ada = newUser('Ada')
  const adaTab = await connect(ada)
  const payload = { browser: 'Firefox', system: null }
  const notification = { id: 8, type: 'NEW_DEVICE' as const, payload, createdAt: now(), readAt: null }
  await publishEvent(notificationCreated, { userId: ada.userId, notification, unread: 1, isAnnounced: true })
  await vi.waitFor(() => expect(adaTab.of('NOTIFICATION_COUNT')).toHaveLength(1), WAIT)
  expect(adaTab.of('NOTIFICATION')).toEqual([{ type: 'NOTIFICATION', notification }])
})

test('when one tab reads or clears notifications, all tabs of the user learn it at once', async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  const tabs = [await connect(ada), await connect(ada, secondInstance.url)]
  const benTab = await connect(ben)
  const [userId, readAt] = [ada.userId, now()]
  broadcast(nats, notificationsRead, { userId, ids: [7], readAt })
  broadcast(nats, notificationsRead, { userId, ids: null, readAt })
  broadcast(nats, notificationsCleared, { userId })

  const expected = [
    { type: 'NOTIFICATIONS_READ', ids: [7], readAt },
    { type: 'NOTIFICATIONS_READ', ids: null, readAt },
    { type: 'NOTIFICATIONS_CLEARED' },
  ]
  for (const { frames } of tabs)
    await vi.waitFor(
      () => expect(frames.filter(({ type }) => type.startsWith('NOTIFICATIONS_'))).toEqual(expected),
      WAIT,
    )
  expect(benTab.frames.filter(({ type }) => type.startsWith('NOTIFICATIONS_'))).toEqual([])
})

test('when chat has read a later state of the pair, a match is still pushed', async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  const match = matchEvent(ada, ben)
  setPair(ada, ben, { matchedAt: match.matchedAt, rev: 3 }) // a repeated like has raised it
  expect((await ada.call(contract.listMessages, { params: { id: ben.userId } })).status).toBe(200)
  await publishEvent(matchCreated, match, { rev: 2 })
  for (const tab of [adaTab, benTab]) await vi.waitFor(() => expect(tab.of('NEW_MATCH')).toHaveLength(1), WAIT)
})

test('reconciliation at the start opens missed matches, closes missed ends, skips mere likes', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  setPair(ada, ben, { matchedAt: null, rev: 3 })
  const [cleo, dan, eve] = [newUser('Cleo'), newUser('Dan'), newUser('Eve')]
  setPair(cleo, dan, { matchedAt: now(), rev: 2 })
  setPair(cleo, eve, { matchedAt: null, rev: 1 })
  const third = await startChat()
  await vi.waitFor(async () => {
    expect((await ada.call(contract.listConversations)).body).toEqual([])
    expect((await dan.call(contract.listConversations)).body).toMatchObject([{ partnerId: cleo.userId }])
  }, WAIT)
  await third.stop()
  expect(await conversations().findOne({ _id: conversationOf(cleo, eve) })).toBeNull()
})

test('a reset deletes all conversations and messages, and older events do not restore them', async () => {
  const [ada, ben] = newMatch()
  const [cleo, dan] = [newUser('Cleo'), newUser('Dan')]
  await sendMessage(ada, ben, 'hi')
  await publishEvent(matchCreated, matchEvent(cleo, dan), { rev: 2, epoch: 1 }) // other services were reset before chat
  await vi.waitFor(async () => expect((await sendMessage(cleo, dan, 'new')).status).toBe(201), WAIT)

  for (let i = 0; i < 2; i++) expect(await request(nats, resetOf('chat'), { epoch: 1 })).toEqual({ epoch: 1 })
  await publishEvent(matchCreated, matchEvent(ada, ben), { rev: 9, epoch: 0 })
  await eventsHandled()
  expect((await ada.call(contract.listMessages, { params: { id: ben.userId } })).status).toBe(404) // social still has the match
  expect((await sendMessage(ada, ben, 'hi')).status).toBe(403)
  await vi.waitFor(
    async () => expect((await conversations().find().toArray()).map(({ epoch }) => epoch)).toEqual([1]),
    WAIT,
  )
  await vi.waitFor(
    async () =>
      expect((await db.collection('messages').find().toArray()).map(({ content }) => content)).toEqual(['new']),
    WAIT,
  )
  expect((await dan.call(contract.getUnread)).body).toEqual({ count: 1 })
})

test('INV-12 conversations that a reset missed reach no replica, and go after the next start', async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  const members = [ada.userId, ben.userId]
  const stray = { members, blockedBy: [ada.userId], epoch: 0 }
  await conversations().insertOne({ _id: conversationOf(ada, ben), ...stray })
  await db
    .collection<{ _id: number; [field: string]: unknown }>('messages')
    .insertOne({ _id: -1, conv: conversationOf(ada, ben), seq: 1, epoch: 0 })
  expect((await request(nats, getBlockPage, { after: '' })).items).toEqual([])
  const [cleo, dan] = [newUser('Cleo'), newUser('Dan')]
  await cleo.call(contract.blockUser, { body: { blockedUserId: dan.userId } })
  const block = { blockerId: cleo.userId, blockedId: dan.userId, rev: 1, epoch: 1 }
  expect((await request(nats, getBlockPage, { after: '' })).items).toEqual([block])

  const third = await startChat()
  await vi.waitFor(async () => {
    expect(await conversations().countDocuments({ epoch: 0 })).toBe(0)
    expect(await db.collection('messages').countDocuments({ epoch: 0 })).toBe(0)
  }, WAIT)
  await third.stop()
})

test('INV-12 blocks of users whom auth registered after its own reset survive chat’s later reset', async () => {
  const [ada, ben, cleo] = [newUser('Ada'), newUser('Ben'), newUser('Cleo')]
  setAuthEpoch(2)
  await publishEvent(matchCreated, matchEvent(ada, cleo), { rev: 2, epoch: 2 })
  await vi.waitFor(async () => expect((await sendMessage(ada, cleo, 'hi')).status).toBe(201), WAIT)
  for (const other of [ben, cleo]) await ada.call(contract.blockUser, { body: { blockedUserId: other.userId } })
  const published = () => events.of(blockCreated).filter(({ blockerId }) => blockerId === ada.userId)
  await vi.waitFor(() => expect(published().map(({ epoch }) => epoch)).toEqual([2, 2]), WAIT)

  await request(nats, resetOf('chat'), { epoch: 2 })
  const { items } = await request(nats, getBlockPage, { after: '' })
  const block = { blockerId: ada.userId, rev: 1, epoch: 2 }
  expect(items).toEqual([ben, cleo].map(({ userId }) => ({ ...block, blockedId: userId })))
})

test('during a reset no message is sent', async () => {
  const [ada, ben] = newMatch()
  await publishEvent(matchCreated, matchEvent(ada, ben), { rev: 2, epoch: 2 })
  await vi.waitFor(async () => expect((await sendMessage(ada, ben, 'hi')).status).toBe(201), WAIT)
  publishTo(nats, epochRaised.subject, { service: 'chat', epoch: 3 })
  await vi.waitFor(async () => expect((await sendMessage(ada, ben, 'late')).status).toBe(503), WAIT)
  expect(await request(nats, resetOf('chat'), { epoch: 3 })).toEqual({ epoch: 3 })
  expect(await conversations().countDocuments()).toBe(0)
})

function conversations() {
  return db.collection<{ _id: string; epoch: number }>('conversations')
}
