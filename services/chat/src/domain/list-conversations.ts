import type { Conversation as View } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { partnerOf } from './members.ts'
import { toMessage, unreadOf } from './message-view.ts'

// A bound, not a page; also the batch size, so that one command reads them all.
const MAX_CONVERSATIONS = 1_000

/** Lists the open conversations of a user, newest message or match first. */
export async function listConversations({ models }: Ctx, userId: number): Promise<View[]> {
  const conversations = await models.Conversation.find(openOf(userId), { ...CONVERSATION_FIELDS, pending: 0 })
    .sort({ activeAt: -1 })
    .limit(MAX_CONVERSATIONS)
    .batchSize(MAX_CONVERSATIONS)
    .lean<Conversation[]>()
  return conversations.map((conversation) => ({
    partnerId: partnerOf(conversation, userId),
    lastMessage: conversation.last
      ? toMessage(conversation, { ...conversation.last, seq: conversation.seq }, userId)
      : null,
    unread: unreadOf(conversation, userId),
  }))
}

export async function countUnread({ models }: Ctx, userId: number): Promise<number> {
  const open = await models.Conversation.find(openOf(userId), { members: 1, received: 1, seen: 1 })
    .batchSize(MAX_CONVERSATIONS)
    .lean<Conversation[]>()
  return open.reduce((sum, conversation) => sum + unreadOf(conversation, userId), 0)
}

export function openOf(userId: number) {
  return { members: userId, matched: true, 'blockedBy.0': { $exists: false } }
}
