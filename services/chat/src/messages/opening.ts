import { type AppError, errors } from '@zing/proto/errors'
import { HELD_PER_CONVERSATION, HOLD_WINDOW_MS } from '@zing/proto/limits'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import { findLink } from '@zing/proto/texts/find-link'
import type { Ctx } from '../context.ts'
import { sideOf } from '../conversations/members.ts'
import type { Conversation, PendingMessage } from '../models/conversation.ts'
import { readRange } from './message-range.ts'
import type { NumberedMessage } from './message-view.ts'

/** How a message enters a conversation that is not under way. */
export type Opening =
  /** No member has written yet; with a reason, it is held. */
  | { kind: 'first'; reason: HoldReason | null }
  /** The receiver has seen the sender's earlier messages, has never written, and gets a link. */
  | { kind: 'unanswered' }
  /** The sender's earlier messages are held. */
  | { kind: 'held' }
  /**
   * The receiver, who does not know of the hidden messages up to `seq`, writes. `shown` are those messages if they are only
   * held: they are shown now, so that no reader gets a message after a later one. Rejected ones stay hidden.
   */
  | { kind: 'reply'; seq: number; shown: NumberedMessage[] | null }

/** Returns how a message enters the conversation, undefined if that is under way. Throws a 429 at the limits of the sender. */
export async function openingOf(
  ctx: Ctx,
  { receiverId, message }: { receiverId: number; message: PendingMessage },
  conversation: Conversation,
): Promise<Opening | undefined> {
  const { hold, seq } = conversation
  if (hold?.isOpen && hold.senderId !== message.senderId)
    return { kind: 'reply', seq, shown: hold.isHeld ? await readRange(ctx, conversation, { from: 1, to: seq }) : null }
  if (hold?.isOpen && seq >= HELD_PER_CONVERSATION) throw tooManyUnanswered()
  if (hold?.isOpen) return { kind: 'held' }
  if (!ctx.firstMessages) return undefined
  if (seq === 0) return { kind: 'first', reason: await ctx.firstMessages.take(message, receiverId) }
  if (isAnswered(conversation, message) || findLink(message.content) === null) return undefined
  // it cannot begin a hold, since its receiver has seen the first message: it is refused where a first one is held
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

/** True for messages that their receiver does not see. */
export function isHeld(opening: Opening | undefined): boolean {
  return opening?.kind === 'held' || (opening?.kind === 'first' && opening.reason !== null)
}
