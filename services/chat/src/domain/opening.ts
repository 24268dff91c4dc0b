import { AppError } from '@zing/kit/errors'
import { errorCodes } from '@zing/proto/error-codes'
import { errorMessages } from '@zing/proto/http/errors'
import { HELD_PER_CONVERSATION, HOLD_WINDOW_MS } from '@zing/proto/limits'
import type { Opening, Sending } from '../context.ts'
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
  if (seq > 0 || !ctx.firstMessages) return undefined
  return { kind: 'first', reason: await ctx.firstMessages.take(message, receiverId) }
}

function tooManyUnanswered(): AppError {
  const retryAfterSeconds = HOLD_WINDOW_MS / 1_000
  return new AppError(429, errorMessages.tooManyUnanswered, { code: errorCodes.noFirstMessagesLeft, retryAfterSeconds })
}

/** True for messages that their receiver does not see. */
export function isHeld(opening: Opening | undefined): boolean {
  return opening?.kind === 'held' || (opening?.kind === 'first' && opening.reason !== null)
}
