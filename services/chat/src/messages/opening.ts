import { type AppError, errors } from '@zing/proto/errors'
import { findLink } from '@zing/proto/find-link'
import { HELD_PER_CONVERSATION, HOLD_WINDOW_MS } from '@zing/proto/limits'
import type { Opening, Sending } from '../context.ts'
import { sideOf } from '../conversations/members.ts'
import type { Conversation } from '../models/conversation.ts'
import { readRange } from './message-range.ts'

/** Returns how a message enters the conversation, undefined if that is under way. Throws a 429 at the limits of the sender. */
export async function openingOf(
  { ctx, receiverId, message }: Sending,
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
  return afterShown({ ctx, receiverId, message }, { kind: 'unanswered' })
}

function isAnswered(conversation: Conversation, { senderId }: { senderId: number }): boolean {
  return conversation.received[sideOf(conversation, senderId)] > 0
}

/** Returns the opening of a message that its sender sends together with an earlier one, which has it. Throws as `openingOf`. */
export async function openingAfter(sending: Sending, { opening }: Sending): Promise<Opening | undefined> {
  const isShown = opening?.kind === 'unanswered' || (opening?.kind === 'first' && opening.reason === null)
  return isShown ? afterShown(sending, opening) : opening
}

/** A later message cannot begin a hold, since its receiver has seen the first one: it is refused where a first one is held. */
async function afterShown({ ctx, receiverId, message }: Sending, opening: Opening): Promise<Opening> {
  if ((await ctx.firstMessages?.mayFollow(message, receiverId)) === false) throw tooManyUnanswered()
  return opening
}

function tooManyUnanswered(): AppError {
  const retryAfterSeconds = HOLD_WINDOW_MS / 1_000
  return errors.tooManyUnanswered({ retryAfterSeconds })
}

/** True for messages that their receiver does not see. */
export function isHeld(opening: Opening | undefined): boolean {
  return opening?.kind === 'held' || (opening?.kind === 'first' && opening.reason !== null)
}
