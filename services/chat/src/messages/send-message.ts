import { errors } from '@zing/proto/errors'
import type { Message } from '@zing/proto/messages'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { partnerOf } from '../conversations/members.ts'
import { isHeldBack, notCovered } from '../holds/hold.ts'
import type { PendingMessage } from '../models/conversation.ts'
import { keyOf, type NumberedMessage, toMessage, type Watermarks } from './message-view.ts'
import { quoteMessage } from './quote-message.ts'

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
  const message: PendingMessage = { id: 0, senderId, content, createdAt: new Date(), ...(key && { key }) }
  if (replyToId) message.replyTo = await quoteMessage(ctx, senderId, { receiverId, replyToId })
  return ctx.sendQueue(pairKey(senderId, receiverId), { ctx, receiverId, message, afterSeq })
}

/** Pushes a message to both users, also when it is sent again: the first request may have failed before its pushes. */
export function pushMessage(ctx: Ctx, conversation: Watermarks, sent: NumberedMessage): Message {
  const receiverId = partnerOf(conversation, sent.senderId)
  const mine = toMessage(conversation, sent, sent.senderId)
  if (mine.status === 'sent' && !isHeldBack(conversation, sent)) {
    const { id, senderId, seq } = sent
    ctx.unconfirmed.add({ id, senderId, receiverId, seq, ...notCovered(conversation, { receiverId, seq }) })
    ctx.push(receiverId, senderId, { type: 'NEW_MESSAGE', message: toMessage(conversation, sent, receiverId) })
  }
  ctx.push(sent.senderId, receiverId, { type: 'MESSAGE_SENT', message: mine })
  return mine
}
