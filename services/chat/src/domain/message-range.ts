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
  const stored = await ctx.models.raw.messages
    .find({ conv: conversation._id, seq: { $gte: from, $lte: to } })
    .sort({ seq: 1 })
    .toArray()
  const waiting = withSeq(conversation).filter(({ seq }) => seq >= from && seq <= to)
  const bySeq = new Map([...stored.map(fromStored), ...waiting].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}
