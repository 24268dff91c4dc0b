import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import { MESSAGES_PAGE_SIZE } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'
import { findConversation } from './find-conversation.ts'
import { markDelivered } from './mark-delivered.ts'
import { fromStored, type NumberedMessage, toMessage, withSeq } from './message-view.ts'

export interface PageRequest {
  before?: number | undefined
  after?: number | undefined
  limit?: number | undefined
}

/** A page of a conversation, oldest first. Whoever fetches what was sent to them has it delivered. */
export async function listMessages(ctx: Ctx, userId: number, partnerId: number, page: PageRequest): Promise<Message[]> {
  const conversation = await findConversation(ctx, userId, partnerId)
  if (!conversation) throw new AppError(404, messages.matchNotFound)

  const range = rangeOf(conversation.seq, page)
  const found = await readRange(ctx, conversation, range)
  if (found.length > 0) {
    const upTo = Math.min(range.to, conversation.seq)
    markDelivered(ctx, conversation, userId, upTo, found).catch((err: unknown) =>
      ctx.log.warn({ err }, 'not marked delivered'),
    )
  }
  return found.map((message) => toMessage(conversation, message, userId))
}

export interface SeqRange {
  from: number
  to: number
}

/** Seqs have no gaps, so a page is a range of them; never beyond what the conversation showed when it was read. */
export function rangeOf(seq: number, { before, after, limit = MESSAGES_PAGE_SIZE }: PageRequest): SeqRange {
  if (after !== undefined) return { from: after + 1, to: Math.min(seq, after + limit) }
  const to = Math.min(seq, (before ?? seq + 1) - 1)
  return { from: Math.max(1, to - limit + 1), to }
}

/** Each message up to that seq is still pending or already copied: the two together have no gap. */
export async function readRange(
  ctx: Ctx,
  conversation: Conversation,
  { from, to }: SeqRange,
): Promise<NumberedMessage[]> {
  if (to < from) return []
  const stored = await ctx.models.uncast.messages
    .find({ conv: conversation._id, seq: { $gte: from, $lte: to } })
    .sort({ seq: 1 })
    .toArray()
  const waiting = withSeq(conversation).filter(({ seq }) => seq >= from && seq <= to)
  const bySeq = new Map([...stored.map(fromStored), ...waiting].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}
