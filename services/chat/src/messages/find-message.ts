import type { Ctx } from '../context.ts'
import { findConversation } from '../conversations/find-conversation.ts'
import { partnerOf } from '../conversations/members.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { fromStored, type NumberedMessage, withSeq } from './message-view.ts'

export interface FoundMessage {
  conversation: Conversation
  message: NumberedMessage
}

/**
 * Finds a message in the user's open conversations by its id; null for any other id (SEC-22). Messages move from `pending` to
 * `messages` only, so three reads find each one.
 */
export async function findMessage(ctx: Ctx, userId: number, id: number): Promise<FoundMessage | null> {
  return (
    (await findStored(ctx, userId, id)) ?? (await findPending(ctx, userId, id)) ?? (await findStored(ctx, userId, id))
  )
}

async function findStored(ctx: Ctx, userId: number, id: number): Promise<FoundMessage | null> {
  const stored = await ctx.models.raw.messages.findOne({ _id: id })
  const members = stored?.conv.split(':').map(Number) ?? []
  if (!stored || !members.includes(userId)) return null
  const conversation = await findConversation(ctx, userId, partnerOf({ members }, userId))
  return conversation && { conversation, message: fromStored(stored) }
}

async function findPending(ctx: Ctx, userId: number, id: number): Promise<FoundMessage | null> {
  const filter = { members: userId, 'pending.id': id }
  const found = await ctx.models.raw.conversations.findOne(filter, { projection: CONVERSATION_FIELDS })
  const message = found && withSeq(found).find((one) => one.id === id)
  if (!message) return null
  const conversation = await findConversation(ctx, userId, partnerOf(found, userId))
  return conversation && { conversation, message }
}
