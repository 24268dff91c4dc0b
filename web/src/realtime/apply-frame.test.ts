import { QueryClient } from '@tanstack/react-query'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Conversation, Message } from '@zing/proto/messages'
import type { Notification } from '@zing/proto/notifications'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeMatch, shownMatch } from '../lib/state/match-store.ts'
import { conversationsQuery, unreadQuery } from '../queries/chat/conversations.ts'
import type { MessagePages } from '../queries/chat/message-cache.ts'
import { messagesQuery } from '../queries/chat/messages.ts'
import { notificationsQuery } from '../queries/notifications.ts'
import { feedQuery, matchesQuery, profileQuery } from '../queries/profiles.ts'
import { userKey } from '../queries/session/user-key.ts'
import { applyFrame } from './apply-frame.ts'
import { onlineUsers } from './online-users.ts'

const [ME, BEN] = [1, 2]
let client: QueryClient

function message(seq: number, senderId: number): Message {
  const receiverId = senderId === ME ? BEN : ME
  return {
    kind: 'text',
    id: 100 + seq,
    seq,
    senderId,
    receiverId,
    content: `n${seq}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    read: false,
    status: 'sent',
  }
}

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData<MessagePages>(messagesQuery(BEN).queryKey, { pages: [[message(1, ME)]], pageParams: [0] })
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, [
    { partnerId: 3, lastMessage: null, unread: 0 },
    { partnerId: BEN, lastMessage: message(1, ME), unread: 0 },
  ])
  client.setQueryData<Notification[]>(notificationsQuery.queryKey, [])
})

const shown = () => client.getQueryData<MessagePages>(messagesQuery(BEN).queryKey)?.pages[0]
const rows = () => client.getQueryData<Conversation[]>(conversationsQuery.queryKey)
const unread = () => unreadQuery.select?.(rows() ?? [])
const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated

test('a new message is added to its chat, moves its conversation up and counts as unread (7.unread.events)', () => {
  applyFrame(client, { type: 'NEW_MESSAGE', message: message(2, BEN) }, ME)
  expect(shown()?.map(({ seq }) => seq)).toEqual([1, 2])
  expect(rows()?.map(({ partnerId, unread }) => [partnerId, unread])).toEqual([
    [BEN, 1],
    [3, 0],
  ])
  expect(unread()).toBe(1)
})

test('a repeated message frame counts once, in the list and in the badge', () => {
  for (let i = 0; i < 3; i++) applyFrame(client, { type: 'NEW_MESSAGE', message: message(2, BEN) }, ME)
  expect(rows()?.[0]).toMatchObject({ partnerId: BEN, unread: 1 })
  expect(unread()).toBe(1)
})

test('messages that arrive out of order count one each, and the newest is the preview', () => {
  for (const seq of [3, 2, 3]) applyFrame(client, { type: 'NEW_MESSAGE', message: message(seq, BEN) }, ME)
  expect(rows()?.[0]).toMatchObject({ unread: 2, lastMessage: { seq: 3 } })
  expect(unread()).toBe(2)
})

test('a message fetched before its frame does not count again: the server is asked', () => {
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, [
    { partnerId: BEN, lastMessage: message(2, BEN), unread: 1 },
  ])
  applyFrame(client, { type: 'NEW_MESSAGE', message: message(2, BEN) }, ME)
  expect(rows()?.[0]?.unread).toBe(1)
  expect(unread()).toBe(1)
  expect(isStale(conversationsQuery.queryKey)).toBe(true)
})

test('a message after a gap causes a refetch of the chat', () => {
  applyFrame(client, { type: 'NEW_MESSAGE', message: message(5, BEN) }, ME)
  expect(shown()).toHaveLength(1)
  expect(isStale(messagesQuery(BEN).queryKey)).toBe(true)
})

test('a message sent by another tab is shown once (7.received.MESSAGE_SENT)', () => {
  for (let i = 0; i < 2; i++) applyFrame(client, { type: 'MESSAGE_SENT', message: message(2, ME) }, ME)
  expect(shown()?.map(({ seq }) => seq)).toEqual([1, 2])
  expect(unread()).toBe(0)
})

test('receipts never lower a status, in the chat and in the list', () => {
  applyFrame(client, { type: 'MESSAGES_READ', readBy: BEN, senderId: ME, messageIds: [101], upToSeq: 1 }, ME)
  applyFrame(client, { type: 'MESSAGE_DELIVERED', messageId: 101, seq: 1, receiverId: BEN }, ME)
  expect(shown()).toMatchObject([{ status: 'read', read: true }])
  expect(rows()?.[1]?.lastMessage?.status).toBe('read')
})

test('reading in another tab lowers the unread count', () => {
  applyFrame(client, { type: 'NEW_MESSAGE', message: message(2, BEN) }, ME)
  applyFrame(client, { type: 'MESSAGES_READ', readBy: ME, senderId: BEN, messageIds: [102], upToSeq: 2 }, ME)
  expect(unread()).toBe(0)
  expect(rows()?.[0]?.unread).toBe(0)
})

test('when another tab reads older messages, a newer one stays unread until the server is asked', () => {
  for (const seq of [2, 3]) applyFrame(client, { type: 'NEW_MESSAGE', message: message(seq, BEN) }, ME)
  applyFrame(client, { type: 'MESSAGES_READ', readBy: ME, senderId: BEN, messageIds: [102], upToSeq: 2 }, ME)
  expect(unread()).toBe(2)
  expect(isStale(conversationsQuery.queryKey)).toBe(true)
})

test('a repeated match frame shows the match once, until the match has ended (4.like.6)', () => {
  const match = { id: 9, name: 'Noor', selfie: null, matchedAt: '2026-01-01T00:00:00.000Z' }
  applyFrame(client, { type: 'NEW_MATCH', match }, ME)
  expect(shownMatch(client).get()?.id).toBe(9)
  closeMatch(client)
  applyFrame(client, { type: 'NEW_MATCH', match }, ME)
  expect(shownMatch(client).get()).toBeNull()
  applyFrame(client, { type: 'MATCH_ENDED', userId: 9 }, ME)
  applyFrame(client, { type: 'NEW_MATCH', match }, ME)
  expect(shownMatch(client).get()?.id).toBe(9)
})

test.each<[string, ServerFrame]>([
  ['the match has ended', { type: 'MATCH_ENDED', userId: 9 }],
  ['the other user has blocked this one', { type: 'USER_BLOCKED', blockedBy: 9 }],
])('a match is no longer shown once %s', (_what, frame) => {
  const match = { id: 9, name: 'Noor', selfie: null, matchedAt: '2026-01-01T00:00:00.000Z' }
  applyFrame(client, { type: 'NEW_MATCH', match }, ME)
  expect(shownMatch(client).get()?.id).toBe(9)
  applyFrame(client, frame, ME)
  expect(shownMatch(client).get()).toBeNull()
})

test('a match that is back soon after its end causes a refetch, without the overlay', () => {
  client.setQueryData([...matchesQuery.queryKey], [])
  applyFrame(client, { type: 'MATCH_RESTORED', userId: BEN }, ME)
  expect(shownMatch(client).get()).toBeNull()
  expect([matchesQuery.queryKey, conversationsQuery.queryKey].map(isStale)).toEqual([true, true])
})

test('a repeated notification is put at the top of the list once', () => {
  const notification: Notification = {
    id: 7,
    type: 'LIKE',
    payload: { userId: 4, name: 'Ada', selfie: null },
    createdAt: '2026-01-01T00:00:00.000Z',
    readAt: null,
  }
  for (let i = 0; i < 2; i++) applyFrame(client, { type: 'NOTIFICATION', notification }, ME)
  expect(client.getQueryData(notificationsQuery.queryKey)).toEqual([notification])
})

test('a decided verification refetches the own account, another notification does not', () => {
  client.setQueryData(userKey, null)
  const notice = { id: 7, createdAt: '2026-01-01T00:00:00.000Z', readAt: null }
  applyFrame(client, { type: 'NOTIFICATION', notification: { ...notice, type: 'NEW_PEOPLE', payload: {} } }, ME)
  expect(isStale(userKey)).toBe(false)
  const decided = { ...notice, type: 'VERIFICATION', payload: { verified: true } } as const
  applyFrame(client, { type: 'NOTIFICATION', notification: decided }, ME)
  expect(isStale(userKey)).toBe(true)
})

test('notifications are refetched only if the unread count of the server differs (7.received.NOTIFICATION_COUNT)', () => {
  const { queryKey } = notificationsQuery
  applyFrame(client, { type: 'NOTIFICATION_COUNT', count: 0 }, ME)
  expect(isStale(queryKey)).toBe(false)
  applyFrame(client, { type: 'NOTIFICATION_COUNT', count: 1 }, ME)
  expect(isStale(queryKey)).toBe(true)
})

test('notifications that another tab has read or cleared are read or gone here too', () => {
  const unread = [1, 2].map((id): Notification => {
    const payload = { userId: BEN, name: 'Ben', selfie: null }
    return { id, type: 'LIKE', payload, createdAt: '2026-01-01T00:00:00.000Z', readAt: null }
  })
  const readAt = '2026-01-02T00:00:00.000Z'
  const readTimes = () => client.getQueryData<Notification[]>(notificationsQuery.queryKey)?.map((one) => one.readAt)
  client.setQueryData<Notification[]>(notificationsQuery.queryKey, unread)

  applyFrame(client, { type: 'NOTIFICATIONS_READ', ids: [2], readAt }, ME)
  expect(readTimes()).toEqual([null, readAt])
  applyFrame(client, { type: 'NOTIFICATIONS_READ', ids: null, readAt: '2026-01-03T00:00:00.000Z' }, ME)
  expect(readTimes()).toEqual(['2026-01-03T00:00:00.000Z', readAt])
  applyFrame(client, { type: 'NOTIFICATIONS_CLEARED' }, ME)
  expect(readTimes()).toEqual([])
  expect(isStale(notificationsQuery.queryKey)).toBe(false)
})

test.each<[string, ServerFrame]>([
  ['withdrawn', { type: 'NOTIFICATIONS_READ', ids: [7], readAt: '2026-01-02T00:00:00.000Z' }],
  ['cleared', { type: 'NOTIFICATIONS_CLEARED' }],
])('INV-9 a notification that comes after others were %s is shown, and the server is asked', (_how, change) => {
  const payload = { userId: 4, name: 'Ada', selfie: null }
  const late: Notification = { id: 7, type: 'LIKE', payload, createdAt: '2026-01-01T00:00:00.000Z', readAt: null }
  applyFrame(client, change, ME)
  expect(isStale(notificationsQuery.queryKey)).toBe(false)
  applyFrame(client, { type: 'NOTIFICATION', notification: late }, ME)
  expect(client.getQueryData(notificationsQuery.queryKey)).toEqual([late])
  expect(isStale(notificationsQuery.queryKey)).toBe(true)
})

test('a received like causes a refetch of the profile of the liker (7.received.NEW_LIKE)', () => {
  client.setQueryData([...profileQuery(BEN).queryKey], { id: BEN })
  const user = { id: BEN, name: 'Ben', selfie: null }
  const like = { likerId: BEN, likedId: ME, createdAt: '2026-01-01T00:00:00.000Z' }
  applyFrame(client, { type: 'NEW_LIKE', like, user }, ME)
  expect(isStale(profileQuery(BEN).queryKey)).toBe(true)
})

test('a block removes the user from every list at once and causes a refetch after three seconds (4.block.3)', () => {
  vi.useFakeTimers()
  client.setQueryData([...matchesQuery.queryKey], [{ id: BEN }, { id: 3 }])
  applyFrame(client, { type: 'USER_BLOCKED', blockedBy: BEN }, ME)
  expect(client.getQueryData(matchesQuery.queryKey)).toEqual([{ id: 3 }])
  expect(rows()?.map(({ partnerId }) => partnerId)).toEqual([3])
  expect([messagesQuery(BEN).queryKey, matchesQuery.queryKey].map(isStale)).toEqual([true, false])
  vi.advanceTimersByTime(3_000)
  expect([matchesQuery.queryKey, conversationsQuery.queryKey].map(isStale)).toEqual([true, true])
  vi.useRealTimers()
})

test('INV-9 a list from before a service has applied a block no longer has the user', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const respondWith = (list: object[]) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(list), { status: 200 }))
  applyFrame(client, { type: 'USER_BLOCKED', blockedBy: BEN }, ME)
  applyFrame(client, { type: 'BLOCK_CONFIRMED', blockedUserId: 4 }, ME)
  respondWith([{ id: BEN }, { id: 3 }, { id: 4 }])
  expect(await client.fetchQuery(matchesQuery)).toEqual([{ id: 3 }])
  expect((await client.fetchInfiniteQuery(feedQuery)).pages).toMatchObject([{ items: [{ id: 3 }] }])
  respondWith([{ partnerId: BEN }, { partnerId: 3 }, { partnerId: 4 }])
  await client.invalidateQueries(conversationsQuery)
  expect(await client.fetchQuery(conversationsQuery)).toEqual([{ partnerId: 3 }])
})

test('a reaction appears in its chat in any order of frames, and the previews are refetched', () => {
  const reaction = { userId: BEN, emoji: '❤️' as const }
  const frame = { type: 'REACTION' as const, messageId: 101, partnerId: BEN, userId: BEN }
  applyFrame(client, { ...frame, emoji: null, reactions: [], rev: 2 }, ME)
  applyFrame(client, { ...frame, emoji: '❤️', reactions: [reaction], rev: 1 }, ME)
  expect(shown()).toMatchObject([{ reactions: [], reactionRev: 2 }])
  applyFrame(client, { ...frame, emoji: '❤️', reactions: [reaction], rev: 3 }, ME)
  expect(shown()).toMatchObject([{ reactions: [reaction], reactionRev: 3 }])
  expect(isStale(conversationsQuery.queryKey)).toBe(true)
})

test('a message takes the place of an older reaction in the preview', () => {
  const lastReaction = {
    ...{ userId: BEN, emoji: '❤️' as const, messageId: 101 },
    ...{ content: 'n1', createdAt: '2026-01-01T00:00:00.000Z' },
  }
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, [
    { partnerId: BEN, lastMessage: message(1, ME), unread: 0, lastReaction },
  ])
  applyFrame(client, { type: 'NEW_MESSAGE', message: message(2, BEN) }, ME)
  expect(rows()?.[0]?.lastReaction).toBeUndefined()
})

test('the matches who are online are known, and a block or the end of a match forgets them', () => {
  for (const userId of [BEN, 3, 4, 5]) applyFrame(client, { type: 'PRESENCE', userId, online: true }, ME)
  applyFrame(client, { type: 'PRESENCE', userId: 5, online: false }, ME)
  expect([...onlineUsers(client).get()]).toEqual([BEN, 3, 4])
  applyFrame(client, { type: 'MATCH_ENDED', userId: BEN }, ME)
  applyFrame(client, { type: 'USER_BLOCKED', blockedBy: 3 }, ME)
  applyFrame(client, { type: 'BLOCK_CONFIRMED', blockedUserId: 4 }, ME)
  expect([...onlineUsers(client).get()]).toEqual([])
})
