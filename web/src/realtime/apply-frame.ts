import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ServerFrame } from '@zing/proto/frames/server'
import { RESUME_WITHIN_MS } from '../lib/limits.ts'
import { forgetMatch, showMatch } from '../lib/state/match-store.ts'
import { addBlock, addBlockedBy, removeBlock, showAgain } from '../queries/chat/blocks.ts'
import { conversationsQuery } from '../queries/chat/conversations.ts'
import { type MessagePages, withReactions } from '../queries/chat/message-cache.ts'
import { messagesQuery } from '../queries/chat/messages.ts'
import { showDeleted } from '../queries/chat/show-deleted.ts'
import { notificationsQuery } from '../queries/notifications.ts'
import { feedQuery, matchesQuery, profileQuery, profilesKey } from '../queries/profiles.ts'
import { userKey } from '../queries/session/user-key.ts'
import { addMessage, addReceipt, clearUnread, receiveMessage } from './message-frames.ts'
import {
  addNotification,
  checkUnreadNotifications,
  clearNotifications,
  markNotificationsRead,
} from './notification-frames.ts'
import { setOnline } from './online-users.ts'
import { refetchPartnerLists, removeProfile } from './partner-frames.ts'
import { hasFailed, refetch, refetched, refetchIfInFlight } from './refetch.ts'
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
  REACTION: MESSAGE_QUERIES,
  MESSAGE_DELETED: MESSAGE_QUERIES,
  NOTIFICATION: [notificationsQuery.queryKey],
  NOTIFICATIONS_READ: [notificationsQuery.queryKey],
  NOTIFICATIONS_CLEARED: [notificationsQuery.queryKey],
}

function apply(client: QueryClient, frame: ServerFrame, userId: number): void {
  switch (frame.type) {
    case 'NEW_MESSAGE':
      setTyping(client, frame.message.senderId, false)
      return receiveMessage(client, frame.message)
    case 'MESSAGE_SENT':
      return addMessage(client, frame.message, frame.message.receiverId)
    case 'MESSAGE_DELIVERED':
      return addReceipt(client, {
        partnerId: frame.receiverId,
        senderId: userId,
        afterSeq: frame.afterSeq,
        seq: frame.seq,
        status: 'delivered',
      })
    case 'MESSAGES_READ':
      addReceipt(client, {
        partnerId: frame.readBy === userId ? frame.senderId : frame.readBy,
        senderId: frame.senderId,
        afterSeq: frame.afterSeq,
        seq: frame.upToSeq,
        status: 'read',
      })
      if (frame.readBy === userId) clearUnread(client, frame.senderId, frame.upToSeq) // may ask the server
      return
    case 'REACTION':
      client.setQueryData<MessagePages>(
        messagesQuery(frame.partnerId).queryKey,
        (pages) => pages && withReactions(pages, frame),
      )
      return refetch(client, conversationsQuery.queryKey) // its preview
    case 'MESSAGE_DELETED':
      return showDeleted(client, frame.partnerId, frame.messageId)
    case 'PRESENCE':
      return setOnline(client, frame.userId, frame.online)
    case 'TYPING_INDICATOR':
      return setTyping(client, frame.senderId, frame.isTyping)
    case 'NOTIFICATION':
      if (frame.notification.type === 'VERIFICATION') refetch(client, userKey)
      return addNotification(client, frame.notification)
    case 'NOTIFICATION_COUNT':
      return checkUnreadNotifications(client, frame.count)
    case 'NOTIFICATIONS_READ':
      return markNotificationsRead(client, frame.ids, frame.readAt)
    case 'NOTIFICATIONS_CLEARED':
      return clearNotifications(client)
    case 'NEW_LIKE':
      showAgain(client, frame.user.id)
      return refetch(client, profileQuery(frame.user.id).queryKey)
    case 'NEW_MATCH':
      showAgain(client, frame.match.id)
      showMatch(client, frame.match)
      refetch(client, profilesKey)
      return refetch(client, conversationsQuery.queryKey)
    case 'MATCH_RESTORED':
      showAgain(client, frame.userId)
      return refetchPartnerLists(client)
    case 'MATCH_ENDED':
      setOnline(client, frame.userId, false)
      forgetMatch(client, frame.userId)
      return refetchPartnerLists(client)
    case 'USER_BLOCKED':
      addBlockedBy(client, frame.blockedBy)
      return removeProfile(client, frame.blockedBy)
    case 'BLOCK_CONFIRMED':
      addBlock(client, frame.blockedUserId)
      return removeProfile(client, frame.blockedUserId)
    case 'BLOCK_REMOVED':
      removeBlock(client, frame.unblockedUserId)
      return refetchPartnerLists(client)
  }
}

/**
 * Refetches everything that may have changed without a trusted connection. A client that starts has just fetched the user, the
 * feed and its matches. Only matches, and a decision about the verification, are pushed about them.
 */
export function refetchMissed(client: QueryClient, { isStart = false } = {}): void {
  const isNew = (queryKey: QueryKey) =>
    isStart && Date.now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < RESUME_WITHIN_MS
  const hasMatches = isNew(feedQuery.queryKey) && isNew(matchesQuery.queryKey)
  const profiles = isNew(feedQuery.queryKey) ? [matchesQuery.queryKey, [...profilesKey, 'one']] : [profilesKey]
  const missed = [userKey, ...profiles].filter((queryKey) => !isNew(queryKey))
  for (const queryKey of [...missed, ['messages'], notificationsQuery.queryKey]) refetch(client, queryKey)
  const conversations = refetched(client, conversationsQuery.queryKey)
  if (hasMatches) void conversations.then(() => refetchOtherMatches(client))
}

/** Refetches the matches unless each has a conversation, and the other way round: some began or ended before the connection. */
async function refetchOtherMatches(client: QueryClient): Promise<void> {
  const conversations = await client.ensureQueryData(conversationsQuery).catch(() => null)
  const partners = new Set(conversations?.map(({ partnerId }) => partnerId))
  const matches = client.getQueryData(matchesQuery.queryKey) ?? []
  const isSame = matches.length === partners.size && matches.every(({ id }) => partners.has(id))
  const isCurrent = conversations && !hasFailed(client, conversationsQuery.queryKey)
  if (!isCurrent || !isSame) refetch(client, matchesQuery.queryKey)
}
