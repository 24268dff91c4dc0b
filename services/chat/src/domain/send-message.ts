import { AppError, unavailable } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/http/deadline'
import { messages } from '@zing/proto/http/errors'
import type { Message } from '@zing/proto/messages'
import { membersOf, pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { type Conversation, PENDING_FIELDS, type PendingMessage } from '../models/conversation.ts'
import type { StoredMessage } from '../models/message.ts'
import { fetchPair, isOpen, readConversation } from './find-conversation.ts'
import { otherSide, partnerOf, sideOf } from './members.ts'
import { fromStored, keyOf, type NumberedMessage, toMessage, type Watermarks, withSeq } from './message-view.ts'

export interface Draft {
  receiverId: number
  content: string
  clientMessageId?: string | undefined
}

export const PENDING_MAX = 200
/** Keys that a conversation keeps after a flush: more than can arrive while one request runs. */
export const RECENT_KEYS = 200
const MAX_ATTEMPTS = 3

/** Stores and pushes a message, once per key (INV-2). When it returns, the message is stored (INV-1). */
export async function sendMessage(ctx: Ctx, senderId: number, draft: Draft): Promise<Message> {
  if (draft.receiverId === senderId) throw new AppError(400, messages.ownMessage)
  const key = draft.clientMessageId ? keyOf(senderId, draft.clientMessageId) : null
  const pending: PendingMessage = {
    id: 0,
    senderId,
    content: draft.content,
    createdAt: new Date(),
    ...(key && { key }),
  }

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const repeated = key ? await ctx.models.raw.messages.findOne({ key }) : null
    if (repeated) return repeatResult(ctx, repeated)

    pending.id ||= await ctx.messageIds.next()
    ensureInTime()
    const committed = await commit(ctx, draft.receiverId, pending)
    if (committed) {
      ctx.pendingFlusher.schedule(committed)
      return pushMessage(ctx, committed, { ...pending, seq: committed.seq })
    }

    const pendingRepeat = await handleRejectedCommit(ctx, senderId, draft.receiverId, key)
    if (pendingRepeat) return pendingRepeat
  }
  throw unavailable()
}

const COMMITTED = { ...PENDING_FIELDS, members: 1, read: 1, delivered: 1 } as const
type Committed = Pick<Conversation, '_id' | keyof typeof COMMITTED>

/** Commits a message in one write, whose filter is the permission: matched, no block, unused key, room left (INV-4). */
async function commit({ models, epoch }: Ctx, receiverId: number, pending: PendingMessage): Promise<Committed | null> {
  const members = membersOf(pending.senderId, receiverId)
  const receiver = otherSide(sideOf({ members }, pending.senderId))
  return models.raw.conversations.findOneAndUpdate(
    {
      _id: pairKey(...members),
      matched: true,
      epoch: { $gte: epoch.current() }, // no new messages during a reset
      'blockedBy.0': { $exists: false },
      [`pending.${PENDING_MAX - 1}`]: { $exists: false },
      ...(pending.key && { recent: { $ne: pending.key } }),
    },
    {
      $inc: { seq: 1, [`received.${receiver}`]: 1 },
      $set: { last: pending },
      $max: { activeAt: pending.createdAt },
      $push: {
        pending,
        ...(pending.key && { recent: { $each: [pending.key], $slice: -RECENT_KEYS } }),
      },
    },
    { returnDocument: 'after', projection: COMMITTED },
  )
}

/** Pushes a message to both users, also when it is sent again: the first request may have failed before its pushes. */
function pushMessage(ctx: Ctx, conversation: Watermarks, sent: NumberedMessage): Message {
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
