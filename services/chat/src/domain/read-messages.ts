import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { findConversation } from './find-conversation.ts'
import { openOf } from './list-conversations.ts'
import { partnerOf, sideOf } from './members.ts'
import { readRange } from './message-range.ts'
import { unreadOf } from './message-view.ts'

export async function readMessages(ctx: Ctx, userId: number, partnerId: number): Promise<void> {
  const conversation = await findConversation(ctx, userId, partnerId)
  if (!conversation) throw new AppError(404, messages.matchNotFound)
  await markRead(ctx, conversation, userId)
}

export async function readAllMessages(ctx: Ctx, userId: number): Promise<void> {
  const open = await ctx.models.Conversation.find(openOf(userId), CONVERSATION_FIELDS).lean<Conversation[]>()
  for (const conversation of open) await markRead(ctx, conversation, userId)
}

/** Raises the watermarks to what `conversation` showed, so that messages that arrive meanwhile stay unread (INV-5). */
async function markRead(ctx: Ctx, conversation: Conversation, userId: number): Promise<void> {
  if (unreadOf(conversation, userId) === 0) return
  const side = sideOf(conversation, userId)
  const { _id, seq, received } = conversation

  const behind = { _id, [`seen.${side}`]: { $lt: received[side] }, 'blockedBy.0': { $exists: false } }
  const { modifiedCount } = await ctx.models.Conversation.updateOne(behind, {
    $max: { [`read.${side}`]: seq, [`delivered.${side}`]: seq, [`seen.${side}`]: received[side] },
  })
  if (modifiedCount === 0) return

  const newest = { from: Math.max(conversation.read[side] + 1, seq - MESSAGES_PAGE_MAX + 1), to: seq }
  const read = (await readRange(ctx, conversation, newest)).filter(({ senderId }) => senderId !== userId)
  const partnerId = partnerOf(conversation, userId)
  const frame = {
    type: 'MESSAGES_READ' as const,
    readBy: userId,
    senderId: partnerId,
    messageIds: read.map(({ id }) => id),
    upToSeq: seq,
  }
  ctx.push(partnerId, userId, frame)
  ctx.push(userId, partnerId, frame) // the reader's other tabs
}
