import { errors } from '@zing/proto/errors'
import { QUOTE_MAX } from '@zing/proto/limits'
import type { Quote } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { findConversation } from '../conversations/find-conversation.ts'
import { hiddenUpTo, isHeldBack } from '../holds/hold.ts'
import type { Conversation } from '../models/conversation.ts'
import { firstCharacters } from './first-characters.ts'
import { fromStored, type NumberedMessage, withSeq } from './message-view.ts'

/**
 * Returns the start of a message in the conversation with `receiverId`, for a reply. Throws a 400 for any other message. Null
 * if the message was deleted, or if the receiver will never see it, though they see the reply.
 */
export async function quoteMessage(
  ctx: Ctx,
  senderId: number,
  { receiverId, replyToId }: { receiverId: number; replyToId: number },
): Promise<Quote | null> {
  const conversation = await findConversation(ctx, senderId, receiverId)
  if (!conversation) throw errors.mayNotMessage()
  const quoted = await findIn(ctx, conversation, replyToId)
  const isShown = quoted && quoted.seq > hiddenUpTo(conversation, senderId)
  if (!isShown) throw errors.foreignReply()
  if (quoted.deletedAt) return null
  if (isHeldBack(conversation, quoted) && !conversation.hold?.isOpen) return null
  const { id, seq, content, media } = quoted
  const start = firstCharacters(content, QUOTE_MAX)
  return { id, seq, senderId: quoted.senderId, content: start, ...(media && { kind: media.kind }) }
}

/** The conversation was read first, so a message that is flushed meanwhile is in its `pending` or stored. */
async function findIn({ models }: Ctx, conversation: Conversation, id: number): Promise<NumberedMessage | null> {
  const pending = withSeq(conversation).find((message) => message.id === id)
  if (pending) return pending
  const stored = await models.raw.messages.findOne({ _id: id, conv: conversation._id })
  return stored && fromStored(stored)
}
