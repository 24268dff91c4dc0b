import type { Ctx } from '../context.ts'
import type { SeqRange } from '../messages/message-range.ts'
import type { Conversation } from '../models/conversation.ts'
import type { StoredReactions } from '../models/reaction.ts'

/** Returns the reactions to a range of messages, by message id. Reads nothing for a conversation without reactions. */
export async function readReactions(
  { models }: Ctx,
  { _id, reacted }: Pick<Conversation, '_id' | 'reacted'>,
  { from, to }: SeqRange,
): Promise<Map<number, StoredReactions>> {
  if (!reacted || to < from) return new Map()
  const found = await models.raw.reactions.find({ conv: _id, seq: { $gte: from, $lte: to } }).toArray()
  return new Map(found.map((reactions) => [reactions._id, reactions]))
}
