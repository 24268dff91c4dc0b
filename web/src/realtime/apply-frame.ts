import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Conversation, Message } from '@zing/proto/messages'
import type { Match, Notification } from '@zing/proto/users'
import { forgetMatch, showMatch } from '../lib/match-store.ts'
import { addBlock, noteBlockedBy } from '../queries/blocks.ts'
import { conversationsQuery } from '../queries/conversations.ts'
import { laterStatus, type MessagePages, withMessage, withReceipt } from '../queries/message-cache.ts'
import { messagesQuery, unreadQuery } from '../queries/messages.ts'
import { notificationsQuery } from '../queries/notifications.ts'
import { type FeedPages, feedQuery, matchesQuery, withoutProfile } from '../queries/profiles.ts'
import { userKey } from '../queries/user-key.ts'
import { refetch, refetchIfInFlight } from './refetch.ts'
import { setTyping } from './typing.ts'

/** Folds a frame into what is shown. What a frame cannot tell completely is fetched again: the database is the truth. */
export function applyFrame(client: QueryClient, frame: ServerFrame, userId: number): void {
  apply(client, frame, userId)
  for (const queryKey of CHANGED_BY[frame.type] ?? []) refetchIfInFlight(client, queryKey)
}

/** What is changed here, without asking the server. */
const TALK = [['messages'], conversationsQuery.queryKey]
const CHANGED_BY: Partial<Record<ServerFrame['type'], readonly QueryKey[]>> = {
  NEW_MESSAGE: TALK,
  MESSAGE_SENT: TALK,
  MESSAGE_DELIVERED: TALK,
  MESSAGES_READ: TALK,
  NOTIFICATION: [notificationsQuery.queryKey],
}

function apply(client: QueryClient, frame: ServerFrame, userId: number): void {
  switch (frame.type) {
    case 'NEW_MESSAGE':
      setTyping(frame.message.senderId, false)
      addMessage(client, frame.message, frame.message.senderId)
      addUnread(client, 1)
      return
    case 'MESSAGE_SENT':
      return addMessage(client, frame.message, frame.message.receiverId)
    case 'MESSAGE_DELIVERED':
      return addReceipt(client, frame.receiverId, userId, frame.seq, 'delivered')
    case 'MESSAGES_READ':
      if (frame.readBy === userId) return showRead(client, frame.senderId)
      return addReceipt(client, frame.readBy, userId, frame.upToSeq, 'read')
    case 'TYPING_INDICATOR':
      return setTyping(frame.senderId, frame.isTyping)
    case 'NOTIFICATION':
      return addNotification(client, frame.notification)
    case 'NOTIFICATION_COUNT':
      return checkUnreadNotifications(client, frame.count)
    case 'NEW_LIKE':
      return refetch(client, ['people', 'one', frame.user.id])
    case 'NEW_MATCH':
      showMatch(frame.match)
      refetch(client, ['people'])
      return refetch(client, conversationsQuery.queryKey)
    case 'MATCH_ENDED':
      forgetMatch(frame.userId)
      return forgetPartner(client)
    case 'USER_BLOCKED':
      noteBlockedBy(frame.blockedBy)
      return dropProfile(client, frame.blockedBy)
    case 'BLOCK_CONFIRMED':
      addBlock(client, frame.blockedUserId)
      return dropProfile(client, frame.blockedUserId)
  }
}

function addMessage(client: QueryClient, message: Message, partnerId: number): void {
  const { queryKey } = messagesQuery(partnerId)
  const pages = client.getQueryData<MessagePages>(queryKey)
  const next = pages && withMessage(pages, message)
  if (next) client.setQueryData(queryKey, next)
  else if (pages) refetch(client, queryKey)

  const conversations = client.getQueryData<Conversation[]>(conversationsQuery.queryKey)
  const conversation = conversations?.find((one) => one.partnerId === partnerId)
  if (!conversations || !conversation) return refetch(client, conversationsQuery.queryKey)
  const isForMe = message.senderId === partnerId
  const isNewer = message.seq > (conversation.lastMessage?.seq ?? 0)
  if (!isNewer) return
  const changed = { ...conversation, lastMessage: message, unread: conversation.unread + (isForMe ? 1 : 0) }
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

/** I read it, perhaps in another tab. */
function showRead(client: QueryClient, partnerId: number): void {
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

/** The server counts another number of unread ones than are here: a push was lost. */
function checkUnreadNotifications(client: QueryClient, count: number): void {
  const known = client.getQueryData<Notification[]>(notificationsQuery.queryKey)
  if (known && known.filter(({ readAt }) => readAt === null).length !== count) {
    refetch(client, notificationsQuery.queryKey)
  }
}

/** Somebody is no partner any more: their chat, their row and their card go. */
function forgetPartner(client: QueryClient): void {
  for (const queryKey of [['people'], ['messages'], conversationsQuery.queryKey, notificationsQuery.queryKey]) {
    refetch(client, queryKey)
  }
}

/** Copies of a block follow within seconds (design section 5): until then a fetched list may still show the person. */
const BLOCK_SETTLES_MS = 3_000

/** There is a block between us: they are gone from every list at once, and the server's lists are fetched a little later. */
export function dropProfile(client: QueryClient, userId: number): void {
  const others = ({ id }: { id: number }) => id !== userId
  client.setQueryData<Match[]>(matchesQuery.queryKey, (list) => list?.filter(others))
  client.setQueryData<FeedPages>(feedQuery.queryKey, (feed) => feed && withoutProfile(feed, userId))
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, (list) =>
    list?.filter(({ partnerId }) => partnerId !== userId),
  )
  refetch(client, messagesQuery(userId).queryKey)
  refetch(client, unreadQuery.queryKey)
  setTimeout(() => forgetPartner(client), BLOCK_SETTLES_MS)
}

/** After a time without a trusted connection: whatever may have changed meanwhile. */
export function refetchMissed(client: QueryClient): void {
  for (const queryKey of [userKey, ['messages'], ['people'], conversationsQuery.queryKey, notificationsQuery.queryKey])
    refetch(client, queryKey)
}
