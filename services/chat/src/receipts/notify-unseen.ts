import { UNSEEN_AFTER_MS } from '@zing/proto/limits'
import { messagesUnseen } from '@zing/proto/nats/work'
import type { Ctx } from '../context.ts'
import { partnerOf, sideOf } from '../conversations/members.ts'
import { isOpen } from '../conversations/open-conversation.ts'
import { unreadOf } from '../messages/message-view.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import type { Times } from '../times.ts'

/** Small, because a batch is published at once and no message is sent meanwhile. */
const BATCH = 16
/** Batches of one run, which must not take long. */
const MAX_BATCHES = 125

/**
 * Hands conversations over to social for Web Push when no device has confirmed their messages within UNSEEN_AFTER_MS. Any
 * process may have sent the messages. After a crash they are handed over again with the same seq. Returns true if it found
 * some.
 */
export async function notifyUnseen(ctx: Ctx, { unseenAfterMs = UNSEEN_AFTER_MS }: Times = {}): Promise<boolean> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const due = await ctx.models.raw.conversations
      .find(isDue(Date.now(), unseenAfterMs), {
        projection: { ...CONVERSATION_FIELDS, pending: 0 },
        sort: { unseenAt: 1 },
        limit: BATCH,
      })
      .toArray()
    if (due.length > 0) await handOver(ctx, due)
    if (due.length < BATCH) return batch > 0 || due.length > 0
  }
  return true
}

/** A time ahead of now comes from a process with a wrong clock. A wait for it would delay the notification by hours. */
function isDue(now: number, unseenAfterMs: number) {
  const [before, after] = [new Date(now - unseenAfterMs), new Date(now + unseenAfterMs)]
  return { $or: [{ unseenAt: { $lte: before } }, { unseenAt: { $gt: after } }] }
}

async function handOver({ models, publishWork }: Ctx, conversations: Conversation[]): Promise<void> {
  await Promise.all(
    conversations.map(async (conversation) => {
      const { _id, seq, epoch } = conversation
      const unseen = unseenIn(conversation)
      const id = `unseen:${epoch}:${_id}:${seq}`
      if (unseen) await publishWork(messagesUnseen, { id, epoch, at: new Date().toISOString(), ...unseen, seq })
    }),
  )
  // the next run handles a later message, which has another seq, and a later mark, as after a release
  const writes = conversations.map(({ _id, seq, unseenAt = null }) => ({
    updateOne: { filter: { _id, seq, unseenAt }, update: { $unset: { unseenAt: '' as const } } },
  }))
  await models.raw.conversations.bulkWrite(writes, { ordered: false })
}

/** Null if the receiver has the newest message, or wrote it: then the conversation is open. */
function unseenIn(conversation: Conversation): { userId: number; partnerId: number } | null {
  const { last, seq, delivered } = conversation
  if (!last || !isOpen(conversation)) return null
  const userId = partnerOf(conversation, last.senderId)
  const hasReceived = delivered[sideOf(conversation, userId)] >= seq || unreadOf(conversation, userId) === 0
  return hasReceived ? null : { userId, partnerId: last.senderId }
}
