import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'
import { fromStored, type NumberedMessage, withSeq } from './message-view.ts'

/**
 * Finds the message with a key. The conversation was read first, so a message that is flushed meanwhile is in its `pending`
 * or stored.
 */
export async function findByKey(
  { models }: Ctx,
  conversation: Conversation,
  key: string,
): Promise<NumberedMessage | null> {
  const pending = withSeq(conversation).find((message) => message.key === key)
  if (pending) return pending
  const stored = await models.raw.messages.findOne({ conv: conversation._id, key })
  return stored && fromStored(stored)
}
