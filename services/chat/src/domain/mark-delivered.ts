import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'
import { partnerOf, sideOf } from './members.ts'
import { readRange } from './message-range.ts'
import { type NumberedMessage, unreadOf } from './message-view.ts'
import { type Raise, raiseWatermarks } from './raise-watermarks.ts'

/** Marks everything up to `seq` as delivered to `userId` and pushes the receipt; `fetched` saves a second read. */
export async function markDelivered(
  ctx: Ctx,
  conversation: Conversation,
  userId: number,
  seq: number,
  fetched: NumberedMessage[] = [],
): Promise<void> {
  const raise = raiseOf(ctx, conversation, { userId, seq, fetched })
  if (raise) await raiseWatermarks(ctx, raise)
}

interface Delivery {
  userId: number
  /** Up to which the messages are delivered. */
  seq: number
  fetched?: NumberedMessage[]
}

/** Returns the raise for a delivery of which the conversation, as it was read, does not know yet; null if it does. */
export function raiseOf(ctx: Ctx, conversation: Conversation, { userId, seq, fetched = [] }: Delivery): Raise | null {
  const upTo = Math.min(seq, conversation.seq)
  const side = sideOf(conversation, userId)
  const before = conversation.delivered[side]
  if (before >= upTo || unreadOf(conversation, userId) === 0) return null // read implies delivered

  const partnerId = partnerOf(conversation, userId)
  const range = { from: Math.max(before + 1, upTo - MESSAGES_PAGE_MAX + 1), to: upTo }
  const newestOf = (messages: NumberedMessage[]) =>
    messages.findLast((message) => message.senderId === partnerId && message.seq >= range.from && message.seq <= upTo)
  const last = conversation.last ? [{ ...conversation.last, seq: conversation.seq }] : []
  const known = newestOf([...fetched, ...last])

  async function pushReceipt(): Promise<void> {
    const newest = known ?? newestOf(await readRange(ctx, conversation, range))
    if (!newest) return // all of them were sent by this user
    ctx.push(partnerId, userId, { type: 'MESSAGE_DELIVERED', messageId: newest.id, seq: upTo, receiverId: userId })
  }
  return { conversationId: conversation._id, watermarks: { [`delivered.${side}`]: upTo }, pushReceipt }
}
