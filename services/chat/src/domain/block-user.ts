import { AppError, isDuplicateKey } from '@zing/kit/errors'
import { fact, stamp } from '@zing/kit/outbox'
import { messages } from '@zing/proto/http/errors'
import { blockCreated } from '@zing/proto/nats/facts'
import type { Ctx } from '../context.ts'
import { conversationId, membersOf } from './members.ts'

/**
 * Blocks somebody, matched or not, for good. The write on the conversation is the block: sending serialises on the same
 * document, and nothing here waits for anybody else. Idempotent: a repetition is confirmed and changes nothing.
 */
export async function blockUser(ctx: Ctx, blockerId: number, blockedId: number): Promise<void> {
  if (blockerId === blockedId) throw new AppError(400, messages.ownBlock)
  const isNew = await writeBlock(ctx, blockerId, blockedId)
  if (isNew) {
    ctx.push(blockedId, null, { type: 'USER_BLOCKED', blockedBy: blockerId })
    ctx.relay.wake()
  }
  ctx.push(blockerId, null, { type: 'BLOCK_CONFIRMED', blockedUserId: blockedId })
}

async function writeBlock({ models, epoch }: Ctx, blockerId: number, blockedId: number): Promise<boolean> {
  const entries = stamp([fact(blockCreated, { blockerId, blockedId })], { rev: 1, epoch: epoch.current() })
  const notYet = { _id: conversationId(blockerId, blockedId), blockedBy: { $ne: blockerId } }
  const change = {
    $push: { blockedBy: blockerId, outbox: { $each: entries } },
    $set: { epoch: epoch.current() },
    $setOnInsert: { members: membersOf(blockerId, blockedId) },
  }
  try {
    await models.Conversation.updateOne(notYet, change, { upsert: true, setDefaultsOnInsert: true })
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // either it was blocked before, or another write made the document in the same instant
    const { modifiedCount } = await models.Conversation.updateOne(notYet, change)
    return modifiedCount > 0
  }
}

/** Whom I have blocked. */
export async function listBlocks({ models }: Ctx, userId: number): Promise<number[]> {
  const blocked = await models.Conversation.find({ blockedBy: userId }, { members: 1 }).sort({ _id: 1 }).lean()
  return blocked.map(({ members: [lo, hi] }) => Number(lo === userId ? hi : lo))
}
