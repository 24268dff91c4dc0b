import type { Conversation as View } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { partnerOf } from './members.ts'
import { toMessage, unreadOf } from './message-view.ts'

// A bound, not a page: more conversations than anybody scrolls through. Also the batch, so that one command reads them.
const MAX_CONVERSATIONS = 1_000

/** One per match, the one with the newest message or match first. */
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

/** Unread messages over all open conversations. */
export async function countUnread({ models }: Ctx, userId: number): Promise<number> {
  const counted = await models.Conversation.find(openOf(userId), { members: 1, received: 1, seen: 1 })
    .batchSize(MAX_CONVERSATIONS)
    .lean<Conversation[]>()
  return counted.reduce((sum, conversation) => sum + unreadOf(conversation, userId), 0)
}

export function openOf(userId: number) {
  return { members: userId, matched: true, 'blockedBy.0': { $exists: false } }
}
