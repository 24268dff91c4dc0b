import type { Message, Conversation as View } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { hiddenUpTo } from '../holds/hold.ts'
import { toMessage, unreadOf } from '../messages/message-view.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import type { StoredReactions } from '../models/reaction.ts'
import { partnerOf, sideOf } from './members.ts'
import { OPEN } from './open-conversation.ts'

// A bound, not a page. It is the batch size too, so that one command reads all conversations.
const MAX_CONVERSATIONS = 1_000

/** Lists the open conversations of a user, newest message or match first. */
export async function listConversations(ctx: Ctx, userId: number): Promise<View[]> {
  const conversations = await ctx.models.Conversation.find(openOf(userId), { ...CONVERSATION_FIELDS, pending: 0 })
    .sort({ activeAt: -1 })
    .limit(MAX_CONVERSATIONS)
    .batchSize(MAX_CONVERSATIONS)
    .lean<Conversation[]>()
  const reactions = await readLastReactions(ctx, conversations)
  return conversations.map((conversation) => ({
    partnerId: partnerOf(conversation, userId),
    lastMessage: lastMessageOf(conversation, userId),
    unread: unreadOf(conversation, userId),
    ...lastReactionOf(conversation, reactions, userId),
  }))
}

function lastMessageOf(conversation: Conversation, userId: number): Message | null {
  const { last, seq } = conversation
  if (!last || seq <= hiddenUpTo(conversation, userId)) return null
  return toMessage(conversation, { ...last, seq }, userId)
}

/** Reads the reactions that are newer than the last message of their conversation. Reads nothing if there are none. */
async function readLastReactions(
  { models }: Ctx,
  conversations: Conversation[],
): Promise<Map<number, StoredReactions>> {
  const reacted = conversations.filter(hasNewReaction)
  if (reacted.length === 0) return new Map()
  const wanted = { _id: { $in: reacted.map((one) => one.reacted.id) }, conv: { $in: reacted.map(({ _id }) => _id) } }
  const found = await models.raw.reactions.find(wanted, { batchSize: MAX_CONVERSATIONS }).toArray()
  return new Map(found.map((reactions) => [reactions._id, reactions]))
}

type WithReacted = Conversation & { reacted: NonNullable<Conversation['reacted']> }

function hasNewReaction(conversation: Conversation): conversation is WithReacted {
  const { reacted, last } = conversation
  return Boolean(reacted) && (!last || Number(reacted?.at) > Number(last.createdAt))
}

/** Undefined if the reaction was removed, or the viewer does not see the message. */
function lastReactionOf(
  conversation: Conversation,
  reactions: Map<number, StoredReactions>,
  viewerId: number,
): Pick<View, 'lastReaction'> {
  if (!hasNewReaction(conversation)) return {}
  const { id: messageId, seq, userId, content, kind, at } = conversation.reacted
  if (seq <= hiddenUpTo(conversation, viewerId)) return {}
  const emoji = reactions.get(messageId)?.[sideOf(conversation, userId)].emoji
  return emoji
    ? { lastReaction: { userId, emoji, messageId, content, ...(kind && { kind }), createdAt: at.toISOString() } }
    : {}
}

export async function countUnread({ models }: Ctx, userId: number): Promise<number> {
  const open = await models.Conversation.find(openOf(userId), { members: 1, received: 1, seen: 1 })
    .batchSize(MAX_CONVERSATIONS)
    .lean<Conversation[]>()
  return open.reduce((sum, conversation) => sum + unreadOf(conversation, userId), 0)
}

export function openOf(userId: number) {
  return { members: userId, ...OPEN }
}
