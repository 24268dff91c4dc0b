import { MESSAGES_PAGE_SIZE } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'
import { fromStored, type NumberedMessage, withSeq } from './message-view.ts'

export interface PageRequest {
  before?: number | undefined
  after?: number | undefined
  limit?: number | undefined
}

export interface SeqRange {
  from: number
  to: number
}

/** Returns the seqs of a page, at most `seq`, the newest when the conversation was read (INV-4). */
export function rangeOf(seq: number, { before, after, limit = MESSAGES_PAGE_SIZE }: PageRequest): SeqRange {
  const last = Math.min(seq, (before ?? seq + 1) - 1)
  if (after !== undefined) return { from: after + 1, to: Math.min(last, after + limit) }
  return { from: Math.max(1, last - limit + 1), to: last }
}

/** Reads a range from `messages` and `pending`, which have no gap between them (INV-4). */
export async function readRange(
  ctx: Ctx,
  conversation: Conversation,
  { from, to }: SeqRange,
): Promise<NumberedMessage[]> {
  if (to < from) return []
  const stored = await ctx.models.raw.messages
    .find({ conv: conversation._id, seq: { $gte: from, $lte: to } })
    .sort({ seq: 1 })
    .toArray()
  const pending = withSeq(conversation).filter(({ seq }) => seq >= from && seq <= to)
  // stored copies were read last, and may have been deleted
  const bySeq = new Map([...pending, ...stored.map(fromStored)].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}
