import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Conversation, Message } from '@zing/proto/messages'
import type { Match, Notification } from '@zing/proto/users'
import { forgetMatch, showMatch } from '../lib/match-store.ts'
import { addBlock, addBlockedBy } from '../queries/blocks.ts'
import { conversationsQuery } from '../queries/conversations.ts'
import { laterStatus, type MessagePages, withMessage, withReceipt } from '../queries/message-cache.ts'
import { messagesQuery, unreadQuery } from '../queries/messages.ts'
import { notificationsQuery } from '../queries/notifications.ts'
import { type FeedPages, feedQuery, matchesQuery, withoutProfile } from '../queries/profiles.ts'
import { userKey } from '../queries/user-key.ts'
import { refetch, refetchIfInFlight } from './refetch.ts'
import { setTyping } from './typing.ts'

/** Applies a frame to the query cache; data that a frame carries incompletely is refetched. */
export function applyFrame(client: QueryClient, frame: ServerFrame, userId: number): void {
  apply(client, frame, userId)
  for (const queryKey of CHANGED_BY[frame.type] ?? []) refetchIfInFlight(client, queryKey)
}

const MESSAGE_QUERIES = [['messages'], conversationsQuery.queryKey]
/** Queries that a frame changes in the cache, so that a response in flight may be older than the frame. */
const CHANGED_BY: Partial<Record<ServerFrame['type'], readonly QueryKey[]>> = {
  NEW_MESSAGE: MESSAGE_QUERIES,
  MESSAGE_SENT: MESSAGE_QUERIES,
  MESSAGE_DELIVERED: MESSAGE_QUERIES,
  MESSAGES_READ: MESSAGE_QUERIES,
  NOTIFICATION: [notificationsQuery.queryKey],
  NOTIFICATIONS_READ: [notificationsQuery.queryKey],
  NOTIFICATIONS_CLEARED: [notificationsQuery.queryKey],
}

function apply(client: QueryClient, frame: ServerFrame, userId: number): void {
  switch (frame.type) {
    case 'NEW_MESSAGE':
      setTyping(frame.message.senderId, false)
      return receiveMessage(client, frame.message)
    case 'MESSAGE_SENT':
      return addMessage(client, frame.message, frame.message.receiverId)
    case 'MESSAGE_DELIVERED':
      return addReceipt(client, frame.receiverId, userId, frame.seq, 'delivered')
    case 'MESSAGES_READ':
      if (frame.readBy === userId) return clearUnread(client, frame.senderId)
      return addReceipt(client, frame.readBy, userId, frame.upToSeq, 'read')
    case 'TYPING_INDICATOR':
      return setTyping(frame.senderId, frame.isTyping)
    case 'NOTIFICATION':
      return addNotification(client, frame.notification)
    case 'NOTIFICATION_COUNT':
      return checkUnreadNotifications(client, frame.count)
    case 'NOTIFICATIONS_READ':
      return markNotificationsRead(client, frame.ids, frame.readAt)
    case 'NOTIFICATIONS_CLEARED':
      return void client.setQueryData<Notification[]>(notificationsQuery.queryKey, (list) => list && [])
    case 'NEW_LIKE':
      return refetch(client, ['users', 'one', frame.user.id])
    case 'NEW_MATCH':
      showMatch(frame.match)
      refetch(client, ['users'])
      return refetch(client, conversationsQuery.queryKey)
    case 'MATCH_RESTORED':
      return refetchPartnerLists(client)
    case 'MATCH_ENDED':
      forgetMatch(frame.userId)
      return refetchPartnerLists(client)
    case 'USER_BLOCKED':
      addBlockedBy(frame.blockedBy)
      return removeProfile(client, frame.blockedBy)
    case 'BLOCK_CONFIRMED':
      addBlock(client, frame.blockedUserId)
      return removeProfile(client, frame.blockedUserId)
  }
}

/** Ids of messages that were counted as unread, per cache: a repeated frame counts once. */
const counted = new WeakMap<QueryClient, Set<number>>()
const COUNTED_MAX = 1_000

function receiveMessage(client: QueryClient, message: Message): void {
  const ids = counted.get(client) ?? new Set()
  const isNew = !ids.has(message.id)
  const isKnown = isFetched(client, message)
  counted.set(client, ids.add(message.id))
  const [oldest] = ids
  if (ids.size > COUNTED_MAX && oldest !== undefined) ids.delete(oldest)

  addMessage(client, message, message.senderId, isNew && !isKnown ? 1 : 0)
  if (!isNew) return
  if (isKnown)
    refetch(client, unreadQuery.queryKey) // its count may be older or newer than the message
  else addUnread(client, 1)
}

/** True for a message that was fetched before its frame arrived. */
function isFetched(client: QueryClient, { id, senderId }: Message): boolean {
  const chat = client.getQueryData<MessagePages>(messagesQuery(senderId).queryKey)?.pages[0]
  if (chat?.some((one) => one.id === id)) return true
  const conversations = client.getQueryData<Conversation[]>(conversationsQuery.queryKey)
  return conversations?.some(({ lastMessage }) => lastMessage?.id === id) ?? false
}

function addMessage(client: QueryClient, message: Message, partnerId: number, unread = 0): void {
  const { queryKey } = messagesQuery(partnerId)
  const pages = client.getQueryData<MessagePages>(queryKey)
  const next = pages && withMessage(pages, message)
  if (next) client.setQueryData(queryKey, next)
  else if (pages) refetch(client, queryKey)

  const conversations = client.getQueryData<Conversation[]>(conversationsQuery.queryKey)
  const conversation = conversations?.find((one) => one.partnerId === partnerId)
  if (!conversations || !conversation) return refetch(client, conversationsQuery.queryKey)
  const isNewer = message.seq > (conversation.lastMessage?.seq ?? 0)
  if (!isNewer && unread === 0) return
  const lastMessage = isNewer ? message : conversation.lastMessage
  const changed = { ...conversation, lastMessage, unread: conversation.unread + unread }
  client.setQueryData(conversationsQuery.queryKey, [changed, ...conversations.filter((one) => one !== conversation)])
}

function addUnread(client: QueryClient, by: number): void {
  client.setQueryData<{ count: number }>(
    unreadQuery.queryKey,
    (known) => known && { count: Math.max(0, known.count + by) },
  )
}

function addReceipt(
  client: QueryClient,
  partnerId: number,
  senderId: number,
  seq: number,
  status: 'delivered' | 'read',
): void {
  client.setQueryData<MessagePages>(
    messagesQuery(partnerId).queryKey,
    (pages) => pages && withReceipt(pages, senderId, seq, status),
  )
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, (list) =>
    list?.map((one) => {
      const last = one.lastMessage
      if (one.partnerId !== partnerId || !last || last.senderId !== senderId || last.seq > seq) return one
      const later = laterStatus(last.status, status)
      return { ...one, lastMessage: { ...last, status: later, read: later === 'read' } }
    }),
  )
}

/** Clears the unread count of a conversation that the user has read, perhaps in another tab. */
function clearUnread(client: QueryClient, partnerId: number): void {
  const conversations = client.getQueryData<Conversation[]>(conversationsQuery.queryKey)
  const read = conversations?.find((one) => one.partnerId === partnerId)?.unread
  if (read === undefined) return refetch(client, unreadQuery.queryKey)
  addUnread(client, -read)
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, (list) =>
    list?.map((one) => (one.partnerId === partnerId ? { ...one, unread: 0 } : one)),
  )
}

function addNotification(client: QueryClient, notification: Notification): void {
  client.setQueryData<Notification[]>(
    notificationsQuery.queryKey,
    (list) => list && [notification, ...list.filter(({ id }) => id !== notification.id)],
  )
}

/** Marks notifications that the user has read in another tab; null means all. */
function markNotificationsRead(client: QueryClient, ids: number[] | null, readAt: string): void {
  client.setQueryData<Notification[]>(notificationsQuery.queryKey, (list) =>
    list?.map((one) => (ids === null || ids.includes(one.id) ? { ...one, readAt: one.readAt ?? readAt } : one)),
  )
}

/** Refetches if the server's count differs from the cached one: a push was lost. */
function checkUnreadNotifications(client: QueryClient, count: number): void {
  const known = client.getQueryData<Notification[]>(notificationsQuery.queryKey)
  if (known && known.filter(({ readAt }) => readAt === null).length !== count) {
    refetch(client, notificationsQuery.queryKey)
  }
}

/** Refetches every list in which a former partner appears. */
function refetchPartnerLists(client: QueryClient): void {
  for (const queryKey of [['users'], ['messages'], conversationsQuery.queryKey, notificationsQuery.queryKey]) {
    refetch(client, queryKey)
  }
}

/** Time in which all services apply a block; until then a fetched list may still contain the user. */
const BLOCK_REFETCH_DELAY_MS = 3_000

/** Removes a blocked user from every list at once and refetches the lists a little later. */
export function removeProfile(client: QueryClient, userId: number): void {
  const isOther = ({ id }: { id: number }) => id !== userId
  client.setQueryData<Match[]>(matchesQuery.queryKey, (list) => list?.filter(isOther))
  client.setQueryData<FeedPages>(feedQuery.queryKey, (feed) => feed && withoutProfile(feed, userId))
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, (list) =>
    list?.filter(({ partnerId }) => partnerId !== userId),
  )
  refetch(client, messagesQuery(userId).queryKey)
  refetch(client, unreadQuery.queryKey)
  setTimeout(() => refetchPartnerLists(client), BLOCK_REFETCH_DELAY_MS)
}

/** Refetches everything that may have changed without a trusted connection. */
export function refetchMissed(client: QueryClient): void {
  for (const queryKey of [userKey, ['messages'], ['users'], conversationsQuery.queryKey, notificationsQuery.queryKey])
    refetch(client, queryKey)
}
