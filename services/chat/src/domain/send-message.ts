import { AppError, unavailable } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/http/deadline'
import { messages } from '@zing/proto/http/errors'
import type { Message } from '@zing/proto/messages'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx, Sending } from '../context.ts'
import type { PendingMessage } from '../models/conversation.ts'
import type { StoredMessage } from '../models/message.ts'
import { commitMessages, PENDING_MAX } from './commit-messages.ts'
import { fetchPair, isOpen, readConversation } from './find-conversation.ts'
import { partnerOf } from './members.ts'
import { fromStored, keyOf, type NumberedMessage, toMessage, type Watermarks, withSeq } from './message-view.ts'

export interface Draft {
  receiverId: number
  content: string
  clientMessageId?: string | undefined
  afterSeq?: number | undefined
}

const MAX_ATTEMPTS = 3

/** Stores and pushes a message, once per key (INV-2). When it returns, the message is stored (INV-1). */
export async function sendMessage(ctx: Ctx, senderId: number, draft: Draft): Promise<Message> {
  const { receiverId, content, clientMessageId, afterSeq } = draft
  if (receiverId === senderId) throw new AppError(400, messages.ownMessage)
  const key = clientMessageId ? keyOf(senderId, clientMessageId) : null
  const message: PendingMessage = { id: 0, senderId, content, createdAt: new Date(), ...(key && { key }) }
  return ctx.sendQueue(pairKey(senderId, receiverId), { ctx, receiverId, message, afterSeq })
}

/** Sends a message by a write of its own. */
export async function sendAlone(sending: Sending): Promise<Message> {
  const { ctx, receiverId, message, afterSeq } = sending
  const { senderId, key = null } = message
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const isSpared = key !== null && afterSeq !== undefined && attempt === 0
    const repeated = key && !isSpared ? await ctx.models.raw.messages.findOne({ key }) : null
    if (repeated) return repeatResult(ctx, repeated)

    message.id ||= await ctx.messageIds.next()
    ensureInTime()
    const committed = await commitMessages(ctx, [sending], isSpared ? [afterSeq] : [])
    if (committed) {
      ctx.pendingFlusher.schedule(committed)
      return pushMessage(ctx, committed, { ...message, seq: committed.seq })
    }

    const pendingRepeat = await handleRejectedCommit(ctx, senderId, receiverId, key)
    if (pendingRepeat) return pendingRepeat
  }
  throw unavailable()
}

/** Pushes a message to both users, also when it is sent again: the first request may have failed before its pushes. */
export function pushMessage(ctx: Ctx, conversation: Watermarks, sent: NumberedMessage): Message {
  const receiverId = partnerOf(conversation, sent.senderId)
  const mine = toMessage(conversation, sent, sent.senderId)
  if (mine.status === 'sent')
    ctx.push(receiverId, sent.senderId, { type: 'NEW_MESSAGE', message: toMessage(conversation, sent, receiverId) })
  ctx.push(sent.senderId, receiverId, { type: 'MESSAGE_SENT', message: mine })
  return mine
}

/** Explains a commit that changed nothing: returns the pending message of the key, null to try again, or throws. */
async function handleRejectedCommit(
  ctx: Ctx,
  senderId: number,
  receiverId: number,
  key: string | null,
): Promise<Message | null> {
  const conversation = await readConversation(ctx, senderId, receiverId)
  if (conversation && isOpen(conversation)) {
    const repeated = key && withSeq(conversation).find((message) => message.key === key)
    if (repeated) return pushMessage(ctx, conversation, repeated)
    if (conversation.pending.length >= PENDING_MAX) {
      ctx.pendingFlusher.schedule(conversation) // the process that was to flush it may have ended
      throw unavailable()
    }
    return null // flushed since, or there is room again
  }
  if (conversation && conversation.blockedBy.length > 0) throw new AppError(403, messages.mayNotMessage)

  await fetchPair(ctx, senderId, receiverId, conversation !== null)
  const updated = await readConversation(ctx, senderId, receiverId)
  if (!updated || !isOpen(updated)) throw new AppError(403, messages.mayNotMessage)
  return null
}

/** Returns the message stored under the key, even if the content differs now; rejects it after a block (SEC-63). */
async function repeatResult(ctx: Ctx, stored: StoredMessage): Promise<Message> {
  const [lo, hi] = stored.conv.split(':').map(Number)
  const conversation = await readConversation(ctx, Number(lo), Number(hi))
  if (!conversation || !isOpen(conversation)) throw new AppError(403, messages.mayNotMessage)
  return pushMessage(ctx, conversation, fromStored(stored))
}
