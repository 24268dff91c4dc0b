import { AppError, unavailable } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Message } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { type Conversation, PENDING_FIELDS, type PendingMessage } from '../models/conversation.ts'
import type { StoredMessage } from '../models/message.ts'
import { isOpen, learnPair, readConversation } from './find-conversation.ts'

import { conversationId, membersOf, otherSide, partnerOf, sideOf } from './members.ts'
import { fromStored, keyOf, type NumberedMessage, toMessage, withSeq } from './message-view.ts'

export interface Draft {
  receiverId: number
  content: string
  clientMessageId?: string | undefined
}

export const PENDING_MAX = 200
/** How many keys a conversation remembers after their messages were copied: more than can come while one request runs. */
export const RECENT_KEYS = 200
const MAX_ATTEMPTS = 3

/** Sends once per key, however often it is asked to (faults.md 3.2). When it returns, the message is stored for good. */
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
    if (repeated) return answerAgain(ctx, repeated)

    pending.id ||= await ctx.messageIds.next()
    const committed = await commit(ctx, draft.receiverId, pending)
    if (committed) return announce(ctx, committed, { ...pending, seq: committed.seq })

    const waiting = await explain(ctx, senderId, draft.receiverId, key)
    if (waiting) return waiting
  }
  throw unavailable()
}

/** Also what copying needs, which saves reading it again; it comes after 50 ms, so `pending` is short. */
const COMMITTED = { ...PENDING_FIELDS, members: 1, read: 1, delivered: 1 } as const
type Committed = Pick<Conversation, '_id' | keyof typeof COMMITTED>

/** The one write that sends. Its filter is the permission: matched, nobody blocked, not said before, room left. */
async function commit({ models, epoch }: Ctx, receiverId: number, pending: PendingMessage): Promise<Committed | null> {
  const members = membersOf(pending.senderId, receiverId)
  const receiver = otherSide(sideOf({ members }, pending.senderId))
  return models.raw.conversations.findOneAndUpdate(
    {
      _id: conversationId(...members),
      matched: true,
      epoch: { $gte: epoch.current() }, // a reset on its way takes no new messages
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

/** Tells both, and has the message copied; none of this is waited for. */
function announce(ctx: Ctx, conversation: Committed, sent: NumberedMessage): Message {
  const receiverId = partnerOf(conversation, sent.senderId)
  const mine = toMessage(conversation, sent, sent.senderId)
  ctx.push(receiverId, sent.senderId, { type: 'NEW_MESSAGE', message: toMessage(conversation, sent, receiverId) })
  ctx.push(sent.senderId, receiverId, { type: 'MESSAGE_SENT', message: mine })
  ctx.pendingFlusher.schedule(conversation)
  return mine
}

/** Why the commit took nothing: a repetition (answered), not allowed, full, or a match that we have not heard of (null: try again). */
async function explain(ctx: Ctx, senderId: number, receiverId: number, key: string | null): Promise<Message | null> {
  const conversation = await readConversation(ctx, senderId, receiverId)
  if (conversation && isOpen(conversation)) {
    const waiting = key && withSeq(conversation).find((message) => message.key === key)
    if (waiting) return toMessage(conversation, waiting, senderId)
    if (conversation.pending.length >= PENDING_MAX) throw unavailable()
    return null // a repetition that was copied just now, or the room is back: look again
  }
  if (conversation && conversation.blockedBy.length > 0) throw new AppError(403, messages.mayNotMessage)

  await learnPair(ctx, senderId, receiverId, conversation !== null)
  const learned = await readConversation(ctx, senderId, receiverId)
  if (!learned || !isOpen(learned)) throw new AppError(403, messages.mayNotMessage)
  return null
}

/** What was stored under this key, even if the text differs now; not to somebody who has been blocked since. */
async function answerAgain(ctx: Ctx, stored: StoredMessage): Promise<Message> {
  const [lo, hi] = stored.conv.split(':').map(Number)
  const conversation = await readConversation(ctx, Number(lo), Number(hi))
  if (!conversation || !isOpen(conversation)) throw new AppError(403, messages.mayNotMessage)
  return toMessage(conversation, fromStored(stored), stored.senderId)
}
