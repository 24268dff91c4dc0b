import { type AppError, errors } from '@zing/proto/errors'
import { HELD_PER_CONVERSATION, HOLD_WINDOW_MS } from '@zing/proto/limits'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import { findLink } from '@zing/proto/texts/find-link'
import type { Ctx } from '../context.ts'
import { sideOf } from '../conversations/members.ts'
import { countDeleted } from '../holds/hold.ts'
import type { Conversation, PendingMessage } from '../models/conversation.ts'
import { readRange } from './message-range.ts'
import type { NumberedMessage } from './message-view.ts'

/** The reason why a conversation that is not under way may take a message. */
export type Opening =
  /** No member has written yet. With a reason the message is held. */
  | { kind: 'first'; reason: HoldReason | null }
  /** The message has a link, and its receiver has seen earlier messages and never written. */
  | { kind: 'unanswered' }
  /** The sender's earlier messages are held. */
  | { kind: 'held' }
  /**
   * The receiver writes, and `seq` is the last message hidden from them. `shown` are held messages, which the reply shows, so
   * that no reader gets them after it. Rejected messages stay hidden (null). `reactionRev` tells of a deletion meanwhile.
   */
  | { kind: 'reply'; seq: number; reactionRev: number | null; shown: NumberedMessage[] | null; deletedCount: number }

/** Returns how a message enters the conversation, or undefined if it is under way. Throws a 429 at the sender's limits. */
export async function openingOf(
  ctx: Ctx,
  { receiverId, message }: { receiverId: number; message: PendingMessage },
  conversation: Conversation,
): Promise<Opening | undefined> {
  const { hold, seq } = conversation
  if (hold?.isOpen && hold.senderId !== message.senderId) {
    const shown = hold.isHeld ? await readRange(ctx, conversation, { from: 1, to: seq }) : null
    const deletedCount = countDeleted(conversation, shown ?? [])
    return { kind: 'reply', seq, reactionRev: conversation.reactionRev ?? null, shown, deletedCount }
  }
  if (hold?.isOpen && seq >= HELD_PER_CONVERSATION) throw tooManyUnanswered()
  if (hold?.isOpen) return { kind: 'held' }
  if (!ctx.firstMessages) return undefined
  if (seq === 0) return { kind: 'first', reason: await ctx.firstMessages.take(message, receiverId) }
  if (isAnswered(conversation, message) || findLink(message.content) === null) return undefined
  // Its receiver has seen the first message, so it cannot begin a hold. Where a first message is held, it is refused.
  if (!(await ctx.firstMessages.mayFollow(message, receiverId))) throw tooManyUnanswered()
  return { kind: 'unanswered' }
}

function isAnswered(conversation: Conversation, { senderId }: { senderId: number }): boolean {
  return conversation.received[sideOf(conversation, senderId)] > 0
}

function tooManyUnanswered(): AppError {
  const retryAfterSeconds = HOLD_WINDOW_MS / 1_000
  return errors.tooManyUnanswered({ retryAfterSeconds })
}

/** True if the receiver does not see the message. */
export function isHeld(opening: Opening | undefined): boolean {
  return opening?.kind === 'held' || (opening?.kind === 'first' && opening.reason !== null)
}
