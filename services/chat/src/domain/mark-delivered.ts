import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'
import { isOpen, readConversation } from './find-conversation.ts'
import { partnerOf, sideOf } from './members.ts'
import { readRange } from './message-range.ts'
import { type NumberedMessage, unreadOf } from './message-view.ts'
import { raiseWatermarks } from './raise-watermarks.ts'

/** Marks everything up to `seq` as delivered to `userId` and pushes the receipt; `fetched` saves a second read. */
export async function markDelivered(
  ctx: Ctx,
  conversation: Conversation,
  userId: number,
  seq: number,
  fetched: NumberedMessage[] = [],
): Promise<void> {
  const upTo = Math.min(seq, conversation.seq)
  const side = sideOf(conversation, userId)
  const before = conversation.delivered[side]
  if (before >= upTo || unreadOf(conversation, userId) === 0) return // read implies delivered

  const partnerId = partnerOf(conversation, userId)
  const range = { from: Math.max(before + 1, upTo - MESSAGES_PAGE_MAX + 1), to: upTo }
  const newestOf = (messages: NumberedMessage[]) =>
    messages.findLast((message) => message.senderId === partnerId && message.seq >= range.from && message.seq <= upTo)
  const last = conversation.last ? [{ ...conversation.last, seq: conversation.seq }] : []
  const known = newestOf([...fetched, ...last])

  await raiseWatermarks(ctx, conversation._id, { [`delivered.${side}`]: upTo }, async () => {
    const newest = known ?? newestOf(await readRange(ctx, conversation, range))
    if (!newest) return // all of them were sent by this user
    ctx.push(partnerId, userId, { type: 'MESSAGE_DELIVERED', messageId: newest.id, seq: upTo, receiverId: userId })
  })
}

export async function receiveMessages(ctx: Ctx, userId: number, partnerId: number, seq: number): Promise<void> {
  const conversation = await readConversation(ctx, userId, partnerId)
  if (conversation && isOpen(conversation)) await markDelivered(ctx, conversation, userId, seq)
}
