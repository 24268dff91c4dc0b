import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import type { Ctx } from '../context.ts'
import { changePair } from '../pairs/change-pair.ts'
import { newPair, withBlock } from '../pairs/pair-rules.ts'

/** A block with its epoch at chat. */
export interface Block {
  blockerId: number
  blockedId: number
  epoch: number
}

/** Ends the match of two users after a block and hides each from the other. Idempotent. */
export async function hideBlocked(ctx: Ctx, { blockerId, blockedId, epoch }: Block): Promise<void> {
  if (await isAnyDeleted(ctx.models.Tombstone, [blockerId, blockedId])) return
  await changePair(ctx, newPair(blockerId, blockedId, epoch), (pair) => withBlock(pair, blockerId, new Date()))
  await ctx.models.Notification.deleteMany({ userId: blockerId, aboutId: blockedId })
  await ctx.models.Notification.deleteMany({ userId: blockedId, aboutId: blockerId })
  ctx.likeCounts.refresh(blockerId)
  ctx.likeCounts.refresh(blockedId)
}

/** Ends a block that chat no longer has, unless the pair has changed since `rev` was read. Likes stay deleted. */
export async function showUnblocked({ models }: Ctx, id: string, rev: number): Promise<void> {
  const unblocked = { blocked: false, loBlockedAt: null, hiBlockedAt: null, rev: rev + 1 }
  await models.Pair.updateOne({ _id: id, rev, blocked: true }, { $set: unblocked })
}
