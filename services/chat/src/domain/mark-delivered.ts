import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'
import { isOpen, readConversation } from './find-conversation.ts'
import { partnerOf, sideOf } from './members.ts'
import { readRange } from './message-range.ts'
import { type NumberedMessage, unreadOf } from './message-view.ts'

/**
 * A device of `userId` has everything up to `seq`: tells the sender, once. `shown`: what it was just given of that, if
 * anything, which saves reading it again.
 */
export async function markDelivered(
  ctx: Ctx,
  conversation: Conversation,
  userId: number,
  seq: number,
  shown: NumberedMessage[] = [],
): Promise<void> {
  const upTo = Math.min(seq, conversation.seq)
  const side = sideOf(conversation, userId)
  const known = conversation.delivered[side]
  if (known >= upTo || unreadOf(conversation, userId) === 0) return // what was read was delivered

  const mark = `delivered.${side}`
  const behind = { _id: conversation._id, [mark]: { $lt: upTo }, 'blockedBy.0': { $exists: false } }
  const { modifiedCount } = await ctx.models.raw.conversations.updateOne(behind, { $max: { [mark]: upTo } })
  if (modifiedCount === 0) return

  const partnerId = partnerOf(conversation, userId)
  const from = Math.max(known + 1, upTo - MESSAGES_PAGE_MAX + 1)
  const newestOf = (messages: NumberedMessage[]) =>
    messages.findLast((message) => message.senderId === partnerId && message.seq >= from && message.seq <= upTo)
  const last = conversation.last ? [{ ...conversation.last, seq: conversation.seq }] : []
  const newest = newestOf([...shown, ...last]) ?? newestOf(await readRange(ctx, conversation, { from, to: upTo }))
  if (!newest) return // all of it was said by this side
  ctx.push(partnerId, userId, { type: 'MESSAGE_DELIVERED', messageId: newest.id, seq: upTo, receiverId: userId })
}

/** The frame MESSAGE_RECEIVED. Without effect where the two may not talk. */
export async function receiveMessages(ctx: Ctx, userId: number, partnerId: number, seq: number): Promise<void> {
  const conversation = await readConversation(ctx, userId, partnerId)
  if (conversation && isOpen(conversation)) await markDelivered(ctx, conversation, userId, seq)
}
