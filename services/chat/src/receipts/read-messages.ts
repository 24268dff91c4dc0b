import { errors } from '@zing/proto/errors'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { findConversation } from '../conversations/find-conversation.ts'
import { openOf } from '../conversations/list-conversations.ts'
import { partnerOf, sideOf } from '../conversations/members.ts'
import { hiddenUpTo, notCovered } from '../holds/hold.ts'
import { readRange, type SeqRange } from '../messages/message-range.ts'
import { unreadOf } from '../messages/message-view.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { raiseWatermarks } from './raise-watermarks.ts'

/**
 * Marks a conversation as read up to `upToSeq`, the newest message that the client shows. More may arrive during the call.
 * Earlier reads are pushed again: the first request's push may be lost.
 */
export async function readMessages(ctx: Ctx, userId: number, partnerId: number, upToSeq?: number): Promise<void> {
  const conversation = await findConversation(ctx, userId, partnerId)
  if (!conversation) throw errors.matchNotFound()
  const upTo = conversation.read[sideOf(conversation, userId)]
  const isRead = unreadOf(conversation, userId) === 0 || (upToSeq !== undefined && upToSeq <= upTo)
  if (!isRead) return markRead(ctx, conversation, userId, upToSeq)
  if (upTo > 0) await pushRead(ctx, conversation, userId, { from: 1, to: upTo })
}

export async function readAllMessages(ctx: Ctx, userId: number): Promise<void> {
  const open = await ctx.models.Conversation.find(openOf(userId), CONVERSATION_FIELDS).lean<Conversation[]>()
  for (const conversation of open) {
    if (unreadOf(conversation, userId) > 0) await markRead(ctx, conversation, userId)
  }
}

/** Raises the watermarks to the seq of `conversation` at most, so that later messages stay unread (INV-5). */
async function markRead(ctx: Ctx, conversation: Conversation, userId: number, upToSeq?: number): Promise<void> {
  const side = sideOf(conversation, userId)
  const { _id, seq, received, read } = conversation
  const upTo = Math.min(upToSeq ?? seq, seq)
  if (seq - upTo > MESSAGES_PAGE_MAX) return // the client has missed a page; it must fetch, and then shows more
  const newer = await countReceivedAfter(ctx, conversation, userId, upTo)
  const seen = received[side] - newer
  const watermarks = { [`read.${side}`]: upTo, [`delivered.${side}`]: upTo, [`seen.${side}`]: seen }
  const pushReceipt = () => pushRead(ctx, conversation, userId, { from: read[side] + 1, to: upTo })
  await raiseWatermarks(ctx, { conversationId: _id, watermarks, pushReceipt })
}

/** Counts the messages after `seq` that the user has received. A deleted one counts as seen. */
async function countReceivedAfter(ctx: Ctx, conversation: Conversation, userId: number, seq: number): Promise<number> {
  const from = Math.max(seq, hiddenUpTo(conversation, userId)) + 1
  const messages = await readRange(ctx, conversation, { from, to: conversation.seq })
  return messages.filter(({ senderId, deletedAt }) => senderId !== userId && !deletedAt).length
}

/** Pushes that `userId` has read a range. Names at most MESSAGES_PAGE_MAX messages. */
async function pushRead(ctx: Ctx, conversation: Conversation, userId: number, { from, to }: SeqRange): Promise<void> {
  const hidden = hiddenUpTo(conversation, userId)
  const newest = { from: Math.max(from, to - MESSAGES_PAGE_MAX + 1, hidden + 1), to }
  const read = (await readRange(ctx, conversation, newest)).filter(({ senderId }) => senderId !== userId)
  const partnerId = partnerOf(conversation, userId)
  const frame = {
    type: 'MESSAGES_READ' as const,
    readBy: userId,
    senderId: partnerId,
    messageIds: read.map(({ id }) => id),
    upToSeq: to,
    ...notCovered(conversation, { receiverId: userId, seq: to }),
  }
  ctx.push(partnerId, userId, frame)
  ctx.push(userId, partnerId, frame) // the reader's other tabs
}
