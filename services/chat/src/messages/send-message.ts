import { errors } from '@zing/proto/errors'
import type { Message } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { partnerOf } from '../conversations/members.ts'
import { isHeldBack } from '../holds/hold.ts'
import type { PendingMessage } from '../models/conversation.ts'
import { keyOf, type NumberedMessage, toMessage, type Watermarks } from './message-view.ts'
import { quoteMessage } from './quote-message.ts'
import { storeMessage } from './store-message.ts'

export interface Draft {
  receiverId: number
  content: string
  clientMessageId?: string | undefined
  afterSeq?: number | undefined
  replyToId?: number | undefined
}

/** Stores and pushes a message, once per key (INV-2). When it returns, the message is stored (INV-1). */
export async function sendMessage(ctx: Ctx, senderId: number, draft: Draft): Promise<Message> {
  const { receiverId, content, clientMessageId, afterSeq, replyToId } = draft
  if (receiverId === senderId) throw errors.ownMessage()
  const key = clientMessageId ? keyOf(senderId, clientMessageId) : null
  const id = await ctx.messageIds.next()
  const message: PendingMessage = { id, senderId, content, createdAt: new Date(), ...(key && { key }) }
  if (replyToId) message.replyTo = await quoteMessage(ctx, senderId, { receiverId, replyToId })
  const stored = await storeMessage(ctx, { receiverId, message, afterSeq })
  return pushMessage(ctx, stored.conversation, stored.message)
}

/** Pushes a message to both users, even a repeated one: the first request may have failed before its pushes. */
function pushMessage(ctx: Ctx, conversation: Watermarks, sent: NumberedMessage): Message {
  const receiverId = partnerOf(conversation, sent.senderId)
  const mine = toMessage(conversation, sent, sent.senderId)
  if (mine.status === 'sent' && !isHeldBack(conversation, sent))
    ctx.push(receiverId, sent.senderId, { type: 'NEW_MESSAGE', message: toMessage(conversation, sent, receiverId) })
  ctx.push(sent.senderId, receiverId, { type: 'MESSAGE_SENT', message: mine })
  return mine
}
