import { errors } from '@zing/proto/errors'
import { textOf } from '@zing/proto/message-fields'
import type { Message } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { findConversation } from '../conversations/find-conversation.ts'
import { partnerOf } from '../conversations/members.ts'
import { isHeldBack } from '../holds/hold.ts'
import { type MediaDraft, mediaOfMessage } from '../media/media-of-message.ts'
import type { PendingMessage } from '../models/conversation.ts'
import { findByKey } from './find-by-key.ts'
import { keyOf, type NumberedMessage, toMessage, type Watermarks } from './message-view.ts'
import { quoteMessage } from './quote-message.ts'
import { type Stored, storeMessage } from './store-message.ts'

export interface Draft {
  receiverId: number
  content: string
  clientMessageId?: string | undefined
  afterSeq?: number | undefined
  replyToId?: number | undefined
  mediaId?: number | undefined
  caption?: string | undefined
}

/** Stores and pushes a message, once per key (INV-2). When it returns, the message is stored (INV-1). */
export async function sendMessage(ctx: Ctx, senderId: number, draft: Draft): Promise<Message> {
  const { receiverId, clientMessageId, afterSeq, replyToId, mediaId } = draft
  if (receiverId === senderId) throw errors.ownMessage()
  const key = clientMessageId ? keyOf(senderId, clientMessageId) : null
  const id = await ctx.messageIds.next()
  const content = textOf(draft) ?? ''
  const message: PendingMessage = { id, senderId, content, createdAt: new Date(), ...(key && { key }) }
  if (mediaId) {
    const earlier = await addMedia(ctx, message, { receiverId, clientMessageId, mediaId })
    if (earlier) return pushMessage(ctx, earlier.conversation, earlier.message)
  }
  if (replyToId) message.replyTo = await quoteMessage(ctx, senderId, { receiverId, replyToId })
  const stored = await storeMessage(ctx, { receiverId, message, afterSeq })
  return pushMessage(ctx, stored.conversation, stored.message)
}

/** Adds the medium to a message. Returns the message if an earlier attempt has stored it, whatever happened since. */
async function addMedia(ctx: Ctx, message: PendingMessage, draft: MediaDraft): Promise<Stored | null> {
  try {
    message.media = await mediaOfMessage(ctx, message.senderId, draft)
    return null
  } catch (error) {
    const conversation = message.key ? await findConversation(ctx, message.senderId, draft.receiverId) : null
    const stored = conversation && message.key ? await findByKey(ctx, conversation, message.key) : null
    if (conversation && stored) return { conversation, message: stored }
    throw error
  }
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
