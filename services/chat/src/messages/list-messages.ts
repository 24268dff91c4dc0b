import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import type { Message } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { findConversation } from '../conversations/find-conversation.ts'
import { hiddenUpTo } from '../holds/hold.ts'
import { withLateMarks } from '../media/late-marks.ts'
import { withReactions } from '../reactions/reaction-view.ts'
import { readReactions } from '../reactions/read-reactions.ts'
import { markDelivered } from '../receipts/mark-delivered.ts'
import { type PageRequest, rangeOf, readRange } from './message-range.ts'
import { toMessage } from './message-view.ts'

/** Returns a page of a conversation, oldest first, and marks the messages sent to the caller as delivered. */
export async function listMessages(ctx: Ctx, userId: number, partnerId: number, page: PageRequest): Promise<Message[]> {
  const conversation = await findConversation(ctx, userId, partnerId)
  if (!conversation) throw errors.matchNotFound()

  const range = rangeOf(conversation.seq, page)
  const shown = { ...range, from: Math.max(range.from, hiddenUpTo(conversation, userId) + 1) }
  const [found, reactions] = await Promise.all([
    readRange(ctx, conversation, shown),
    readReactions(ctx, conversation, shown),
  ])
  if (found.length > 0) {
    ensureInTime() // a page that does not reach its reader delivers nothing
    const upTo = Math.min(range.to, conversation.seq)
    markDelivered(ctx, conversation, { userId, seq: upTo, fetched: found }).catch((err: unknown) =>
      ctx.log.warn({ err }, 'marking as delivered failed'),
    )
  }
  const marked = await withLateMarks(ctx, conversation, found)
  return marked.map((message) =>
    withReactions(toMessage(conversation, message, userId), conversation, reactions.get(message.id)),
  )
}
