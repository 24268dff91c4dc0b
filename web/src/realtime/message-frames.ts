import type { QueryClient } from '@tanstack/react-query'
import type { Conversation, Message } from '@zing/proto/messages'
import { perSession } from '../lib/state/per-session.ts'
import { conversationsQuery } from '../queries/chat/conversations.ts'
import {
  isWithin,
  laterStatus,
  type MessagePages,
  type SeqRange,
  withMessage,
  withReceipt,
} from '../queries/chat/message-cache.ts'
import { messagesQuery } from '../queries/chat/messages.ts'
import { refetch } from './refetch.ts'

/** Ids of messages that were counted as unread: a repeated frame counts once. */
const counted = perSession(() => new Set<number>())
const COUNTED_MAX = 1_000

/** Adds a message of a partner, and counts it as unread once. */
export function receiveMessage(client: QueryClient, message: Message): void {
  const ids = counted(client)
  const isNew = !ids.has(message.id)
  const isKnown = isFetched(client, message)
  ids.add(message.id)
  const [oldest] = ids
  if (ids.size > COUNTED_MAX && oldest !== undefined) ids.delete(oldest)

  addMessage(client, message, message.senderId, isNew && !isKnown ? 1 : 0)
  if (isNew && isKnown) refetch(client, conversationsQuery.queryKey) // its count may be older or newer than the message
}

/** True for a message that was fetched before its frame arrived. */
function isFetched(client: QueryClient, { id, senderId }: Message): boolean {
  const chat = client.getQueryData<MessagePages>(messagesQuery(senderId).queryKey)?.pages[0]
  if (chat?.some((one) => one.id === id)) return true
  const conversations = client.getQueryData<Conversation[]>(conversationsQuery.queryKey)
  return conversations?.some(({ lastMessage }) => lastMessage?.id === id) ?? false
}

/** Adds a message to its chat and to the list of conversations; refetches where that is impossible. */
export function addMessage(client: QueryClient, message: Message, partnerId: number, unread = 0): void {
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
  const last = isNewer ? { lastMessage: message, lastReaction: undefined } : {}
  const changed = { ...conversation, ...last, unread: conversation.unread + unread }
  client.setQueryData(conversationsQuery.queryKey, [changed, ...conversations.filter((one) => one !== conversation)])
}

interface Receipt extends SeqRange {
  partnerId: number
  senderId: number
  status: 'delivered' | 'read'
}

/** Raises the status of the sender's messages in a range, in the chat and in the conversation list. */
export function addReceipt(client: QueryClient, { partnerId, senderId, status, ...range }: Receipt): void {
  client.setQueryData<MessagePages>(
    messagesQuery(partnerId).queryKey,
    (pages) => pages && withReceipt(pages, senderId, range, status),
  )
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, (list) =>
    list?.map((one) => {
      const last = one.lastMessage
      if (one.partnerId !== partnerId || !last || last.senderId !== senderId || !isWithin(range, last)) return one
      const later = laterStatus(last.status, status)
      return { ...one, lastMessage: { ...last, status: later, read: later === 'read' } }
    }),
  )
}

/** Clears the unread count of a conversation that the user has read up to a message, perhaps in another tab. */
export function clearUnread(client: QueryClient, partnerId: number, upToSeq: number): void {
  const conversations = client.getQueryData<Conversation[]>(conversationsQuery.queryKey)
  const read = conversations?.find((one) => one.partnerId === partnerId)
  const hasNewer = (read?.lastMessage?.seq ?? 0) > upToSeq // newer messages may be unread
  if (!read || hasNewer) return refetch(client, conversationsQuery.queryKey)
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, (list) =>
    list?.map((one) => (one.partnerId === partnerId ? { ...one, unread: 0 } : one)),
  )
}
