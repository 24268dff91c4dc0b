import { membersOf, pairKey } from '@zing/proto/pair-key'
import type { Ctx, Sending } from '../context.ts'
import { type Conversation, PENDING_FIELDS, type PendingMessage } from '../models/conversation.ts'
import { otherSide, sideOf } from './members.ts'

export const PENDING_MAX = 200
/** Keys that a conversation keeps after a flush: more than can arrive while one request runs. */
export const RECENT_KEYS = 200

const COMMITTED = { ...PENDING_FIELDS, members: 1, read: 1, delivered: 1 } as const
export type Committed = Pick<Conversation, '_id' | keyof typeof COMMITTED>

/**
 * Commits messages of one conversation in one write, in their order, all or none. Its filter is the permission: matched, no
 * block, unused keys, room left (INV-4). `afterSeqs` stand for lookups of the keys that were not made.
 */
export async function commitMessages(
  { models, epoch }: Ctx,
  sendings: Sending[],
  afterSeqs: number[],
): Promise<Committed | null> {
  const [first] = sendings
  const last = sendings.at(-1)
  if (!first || !last) return null
  const members = membersOf(first.message.senderId, first.receiverId)
  const pending = sendings.map(({ message }) => message)
  const keys = pending.flatMap(({ key }) => key ?? [])
  return models.raw.conversations.findOneAndUpdate(
    {
      _id: pairKey(...members),
      matched: true,
      epoch: { $gte: epoch.current() }, // no new messages during a reset
      'blockedBy.0': { $exists: false },
      [`pending.${PENDING_MAX - pending.length}`]: { $exists: false },
      ...(keys.length > 0 && { recent: { $nin: keys } }),
      ...(afterSeqs.length > 0 && { seq: seqsWithKnownKeys(afterSeqs) }),
    },
    {
      $inc: { seq: pending.length, ...receivedCounts(members, pending) },
      $set: { last: last.message },
      $max: { activeAt: last.message.createdAt },
      $push: {
        pending: { $each: pending },
        ...(keys.length > 0 && { recent: { $each: keys, $slice: -RECENT_KEYS } }),
      },
    },
    { returnDocument: 'after', projection: COMMITTED },
  )
}

/**
 * Seqs of a conversation at which `recent` decides alone whether keys are stored. A key created after message n can only be
 * stored above n, and `recent` has the keys of the last RECENT_KEYS messages. Below n, the client has not spoken of this
 * conversation as it is stored.
 */
export function seqsWithKnownKeys(afterSeqs: number[]): { $gte: number; $lte: number } {
  return { $gte: Math.max(...afterSeqs), $lte: Math.min(...afterSeqs) + RECENT_KEYS }
}

function receivedCounts(members: number[], pending: PendingMessage[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { senderId } of pending) {
    const field = `received.${otherSide(sideOf({ members }, senderId))}`
    counts[field] = (counts[field] ?? 0) + 1
  }
  return counts
}
