import { findLink } from '@zing/proto/find-link'
import { membersOf, pairKey } from '@zing/proto/pair-key'
import type { Commit, Ctx, Opening, Sending } from '../context.ts'
import { otherSide, sideOf } from '../conversations/members.ts'
import type { Hold, PendingMessage } from '../models/conversation.ts'
import { isHeld } from './opening.ts'

export const PENDING_MAX = 200
/** Keys that a conversation keeps after a flush: more than can arrive while one request runs. */
export const RECENT_KEYS = 200

/**
 * Returns the write that commits messages of one conversation, in their order, all or none. Its filter is the permission:
 * matched, no block, unused keys, room left (INV-4), and under way unless the messages have an opening, which is the same for
 * all of them. `afterSeqs` stand for lookups of the keys that were not made.
 */
export function toCommit(
  { epoch, firstMessages }: Pick<Ctx, 'epoch' | 'firstMessages'>,
  sendings: [Sending, ...Sending[]],
  afterSeqs: number[],
): Commit {
  const [first] = sendings
  const last = sendings.at(-1) ?? first
  const members = membersOf(first.message.senderId, first.receiverId)
  const pending = sendings.map(({ message }) => message)
  const keys = pending.flatMap(({ key }) => key ?? [])
  return {
    firstId: first.message.id,
    filter: {
      _id: pairKey(...members),
      matched: true,
      epoch: { $gte: epoch.current() }, // no new messages during a reset
      'blockedBy.0': { $exists: false },
      [`pending.${PENDING_MAX - pending.length}`]: { $exists: false },
      ...(keys.length > 0 && { recent: { $nin: keys } }),
      ...stateFor(first, afterSeqs, firstMessages !== null),
      ...(firstMessages && !first.opening && answeredWhereLinked(members, pending)),
    },
    update: {
      $inc: { seq: pending.length, ...receivedCounts(members, pending, first.opening) },
      $set: { last: last.message, ...holdAfter(first) },
      ...(isShowing(first.opening) && { $unset: { hold: '' as const } }),
      ...(!isHeld(first.opening) && { $max: { activeAt: last.message.createdAt } }),
      $push: {
        pending: { $each: pending },
        ...(keys.length > 0 && { recent: { $each: keys, $slice: -RECENT_KEYS } }),
      },
    },
  }
}

/** The state in which a conversation takes the messages. */
function stateFor({ opening, message }: Sending, afterSeqs: number[], areFirstChecked: boolean) {
  switch (opening?.kind) {
    case 'first':
      return { seq: 0 }
    case 'held':
      return { 'hold.isOpen': true, 'hold.senderId': message.senderId }
    case 'reply':
      return { 'hold.isOpen': true, 'hold.isHeld': opening.shown !== null, seq: opening.seq }
    case 'unanswered':
      return { 'hold.isOpen': { $ne: true }, seq: { $gte: 1 } }
    default: {
      const known = afterSeqs.length > 0 ? seqsWithKnownKeys(afterSeqs) : { $gte: 0 }
      const least = areFirstChecked ? 1 : 0 // a first message has an opening
      return { 'hold.isOpen': { $ne: true }, seq: { ...known, $gte: Math.max(least, known.$gte) } }
    }
  }
}

/** Who sends a link has got a message: others have an opening. */
function answeredWhereLinked(members: number[], pending: PendingMessage[]) {
  const linked = pending.filter(({ content }) => findLink(content) !== null)
  return Object.fromEntries(linked.map(({ senderId }) => [`received.${sideOf({ members }, senderId)}`, { $gte: 1 }]))
}

function isShowing(opening: Opening | undefined): boolean {
  return opening?.kind === 'reply' && opening.shown !== null
}

/** A first message may begin a hold; the first message of the receiver is the end of one that was rejected. */
function holdAfter({ opening, message }: Sending) {
  if (opening?.kind === 'reply' && !isShowing(opening)) return { 'hold.isOpen': false, 'hold.upTo': opening.seq }
  if (opening?.kind !== 'first' || opening.reason === null) return {}
  const { senderId, createdAt: heldAt } = message
  const hold: Hold = { senderId, reason: opening.reason, heldAt, isHeld: true, isOpen: true, upTo: 0 }
  return { hold }
}

/**
 * Seqs of a conversation at which `recent` decides alone whether keys are stored. A key created after message n can only be
 * stored above n, and `recent` has the keys of the last RECENT_KEYS messages. Below n, the client has not spoken of this
 * conversation as it is stored.
 */
export function seqsWithKnownKeys(afterSeqs: number[]): { $gte: number; $lte: number } {
  return { $gte: Math.max(...afterSeqs), $lte: Math.min(...afterSeqs) + RECENT_KEYS }
}

/** How many messages the members get by the commit; messages that were held count when they are shown. */
function receivedCounts(
  members: number[],
  pending: PendingMessage[],
  opening: Opening | undefined,
): Record<string, number> {
  const counts: Record<string, number> = {}
  if (isHeld(opening)) return counts
  const shown = opening?.kind === 'reply' ? (opening.shown ?? []) : []
  for (const { senderId } of [...pending, ...shown]) {
    const field = `received.${otherSide(sideOf({ members }, senderId))}`
    counts[field] = (counts[field] ?? 0) + 1
  }
  return counts
}
