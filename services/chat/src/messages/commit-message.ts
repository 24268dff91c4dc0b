import { membersOf, pairKey } from '@zing/proto/pair-key'
import { findLink } from '@zing/proto/texts/find-link'
import type { mongo } from 'mongoose'
import type { Ctx } from '../context.ts'
import { otherSide, sideOf } from '../conversations/members.ts'
import type { Conversation, Hold, PendingMessage } from '../models/conversation.ts'
import { isHeld, type Opening } from './opening.ts'
import { PENDING_MAX, RECENT_KEYS, seqsWithKnownKeys } from './repetition-rules.ts'

/** A message on its way into the conversation with `receiverId`. */
export interface Sending {
  receiverId: number
  message: PendingMessage
  /** Newest seq that the client knew when it created the key; undefined if chat has looked the key up. */
  afterSeq?: number | undefined
  /** Set after a commit was rejected because the message needs an opening. */
  opening?: Opening | undefined
}

interface Commit {
  filter: mongo.Filter<Conversation> & { _id: string }
  update: mongo.UpdateFilter<Conversation>
}

/**
 * Returns the write that commits a message. Its filter is the permission: matched, no block, unused key, room left (INV-4).
 * Without an opening the conversation must be under way.
 */
export function toCommit({ epoch, firstMessages }: Pick<Ctx, 'epoch' | 'firstMessages'>, sending: Sending): Commit {
  const { receiverId, message, opening } = sending
  const members = membersOf(message.senderId, receiverId)
  return {
    filter: {
      _id: pairKey(...members),
      matched: true,
      epoch: { $gte: epoch.current() }, // no new messages during a reset
      'blockedBy.0': { $exists: false },
      [`pending.${PENDING_MAX - 1}`]: { $exists: false },
      ...(message.key && { recent: { $nin: [message.key] } }),
      ...(message.replyTo && { deletedIds: { $ne: message.replyTo.id } }),
      ...stateFor(sending, firstMessages !== null),
      ...(firstMessages && !opening && answeredIfLinked(members, message)),
    },
    update: {
      $inc: { seq: 1, ...receivedCounts(members, message, opening) },
      $set: { last: message, ...holdAfter(sending) },
      ...(isShowing(opening) && { $unset: { hold: '' as const } }),
      ...(!isHeld(opening) && { $max: { activeAt: message.createdAt } }),
      $min: { [`firstAt.${sideOf({ members }, message.senderId)}`]: message.createdAt },
      $push: {
        pending: message,
        ...(message.key && { recent: { $each: [message.key], $slice: -RECENT_KEYS } }),
      },
    },
  }
}

/** Returns the filter for the conversation's state. */
function stateFor({ opening, message, afterSeq }: Sending, areFirstChecked: boolean) {
  switch (opening?.kind) {
    case 'first':
      return { seq: 0 }
    case 'held':
      return { 'hold.isOpen': true, 'hold.senderId': message.senderId }
    case 'reply':
      return {
        'hold.isOpen': true,
        'hold.isHeld': opening.shown !== null,
        seq: opening.seq,
        reactionRev: opening.reactionRev,
      }
    case 'unanswered':
      return { 'hold.isOpen': { $ne: true }, seq: { $gte: 1 } }
    default: {
      const known = message.key && afterSeq !== undefined ? seqsWithKnownKeys(afterSeq) : { $gte: 0 }
      const least = areFirstChecked ? 1 : 0 // a first message needs an opening
      return { 'hold.isOpen': { $ne: true }, seq: { ...known, $gte: Math.max(least, known.$gte) } }
    }
  }
}

/** A link needs an opening, unless its sender has received a message. */
function answeredIfLinked(members: number[], { senderId, content }: PendingMessage) {
  return findLink(content) === null ? {} : { [`received.${sideOf({ members }, senderId)}`]: { $gte: 1 } }
}

function isShowing(opening: Opening | undefined): boolean {
  return opening?.kind === 'reply' && opening.shown !== null
}

/** A held first message begins a hold. The receiver's first message ends a rejected one. */
function holdAfter({ opening, message }: Sending) {
  if (opening?.kind === 'reply' && !isShowing(opening)) return { 'hold.isOpen': false, 'hold.upTo': opening.seq }
  if (opening?.kind !== 'first' || opening.reason === null) return {}
  const { senderId, createdAt: heldAt } = message
  const hold: Hold = { senderId, reason: opening.reason, heldAt, isHeld: true, isOpen: true, upTo: 0 }
  return { hold }
}

/** Returns the number of messages that each member receives. Held messages count when they are shown, deleted ones as seen. */
function receivedCounts(
  members: number[],
  message: PendingMessage,
  opening: Opening | undefined,
): Record<string, number> {
  const counts: Record<string, number> = {}
  if (isHeld(opening)) return counts
  const shown = opening?.kind === 'reply' ? (opening.shown ?? []) : []
  for (const { senderId } of [message, ...shown]) {
    const field = `received.${otherSide(sideOf({ members }, senderId))}`
    counts[field] = (counts[field] ?? 0) + 1
  }
  if (opening?.kind === 'reply' && opening.deletedCount > 0)
    counts[`seen.${sideOf({ members }, message.senderId)}`] = opening.deletedCount
  return counts
}
