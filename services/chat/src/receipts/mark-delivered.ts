import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Ctx, Raise } from '../context.ts'
import { partnerOf, sideOf } from '../conversations/members.ts'
import { notCovered } from '../holds/hold.ts'
import { readRange } from '../messages/message-range.ts'
import { type NumberedMessage, unreadOf } from '../messages/message-view.ts'
import type { Conversation } from '../models/conversation.ts'

interface Delivery {
  userId: number
  /** Messages up to this seq are delivered. */
  seq: number
  /** Messages that the caller has read, which saves another read. */
  fetched?: NumberedMessage[]
}

/** Marks messages as delivered to a user within a few ms, in one write for several users. Pushes the receipt. */
export async function markDelivered(ctx: Ctx, conversation: Conversation, delivery: Delivery): Promise<void> {
  const raise = raiseOf(ctx, conversation, delivery)
  if (raise) await ctx.raiseSoon(raise)
}

/** Returns the raise for a delivery. Null if the conversation, as it was read, has it already. */
export function raiseOf(ctx: Ctx, conversation: Conversation, { userId, seq, fetched = [] }: Delivery): Raise | null {
  const upTo = Math.min(seq, conversation.seq)
  const side = sideOf(conversation, userId)
  const before = conversation.delivered[side]
  if (before >= upTo || unreadOf(conversation, userId) === 0) return null // a read message is delivered too

  const partnerId = partnerOf(conversation, userId)
  const range = { from: Math.max(before + 1, upTo - MESSAGES_PAGE_MAX + 1), to: upTo }
  const newestOf = (messages: NumberedMessage[]) =>
    messages.findLast((message) => message.senderId === partnerId && message.seq >= range.from && message.seq <= upTo)
  const last = conversation.last ? [{ ...conversation.last, seq: conversation.seq }] : []
  const known = newestOf([...fetched, ...last])

  async function pushReceipt(): Promise<void> {
    const newest = known ?? newestOf(await readRange(ctx, conversation, range))
    if (!newest) return // this user has sent all of them
    const receipt = { receiverId: userId, seq: upTo }
    const frame = { type: 'MESSAGE_DELIVERED' as const, messageId: newest.id, ...receipt }
    ctx.push(partnerId, userId, { ...frame, ...notCovered(conversation, receipt) })
  }
  return { conversationId: conversation._id, watermarks: { [`delivered.${side}`]: upTo }, pushReceipt }
}
