import { AppError, isDuplicateKey } from '@zing/kit/errors'
import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { messages } from '@zing/proto/http/errors'
import { blockCreated } from '@zing/proto/nats/events'
import { membersOf, pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

/** Blocks a user, matched or not, permanently; a repeated block is confirmed and changes nothing (SEC-68). */
export async function blockUser(ctx: Ctx, blockerId: number, blockedId: number): Promise<void> {
  if (blockerId === blockedId) throw new AppError(400, messages.ownBlock)
  const blockedBy = await writeBlock(ctx, blockerId, blockedId)
  if (blockedBy) {
    ctx.relay.wake()
    logSecurityEvent(ctx.log, 'authz_change', { userId: blockerId, blockedId, change: 'block' })
  }
  // a user who blocked first gets no frame about the other user, not even this one
  if (blockedBy?.length === 1) ctx.push(blockedId, null, { type: 'USER_BLOCKED', blockedBy: blockerId })
  ctx.push(blockerId, null, { type: 'BLOCK_CONFIRMED', blockedUserId: blockedId })
}

/** Returns the blockers of the conversation after the write, or null if the block existed before. */
async function writeBlock({ models, epoch }: Ctx, blockerId: number, blockedId: number): Promise<number[] | null> {
  const entries = toOutboxEntries([event(blockCreated, { blockerId, blockedId })], { rev: 1, epoch: epoch.current() })
  async function write(upsert: boolean): Promise<number[] | null> {
    const conversation = await models.Conversation.findOneAndUpdate(
      { _id: pairKey(blockerId, blockedId), blockedBy: { $ne: blockerId } },
      {
        $push: { blockedBy: blockerId, outbox: { $each: entries } },
        $setOnInsert: { members: membersOf(blockerId, blockedId), epoch: epoch.current() },
      },
      { upsert, setDefaultsOnInsert: true, returnDocument: 'after', projection: { blockedBy: 1 } },
    ).lean()
    return conversation?.blockedBy ?? null
  }
  try {
    return await write(true)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return write(false) // blocked before, or a parallel write created the document
  }
}

export async function listBlocks({ models }: Ctx, userId: number): Promise<number[]> {
  const blocked = await models.Conversation.find({ blockedBy: userId }, { members: 1 }).sort({ _id: 1 }).lean()
  return blocked.map(({ members: [lo, hi] }) => Number(lo === userId ? hi : lo))
}
