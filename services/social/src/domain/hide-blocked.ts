import type { Ctx } from '../context.ts'
import { changePair } from './change-pair.ts'
import { keepCount } from './count-likes.ts'
import { withBlock } from './pair-rules.ts'

export interface Block {
  blockerId: number
  blockedId: number
}

/** Chat has recorded a block: the two no longer exist for each other. Idempotent. */
export async function hideBlocked(ctx: Ctx, { blockerId, blockedId }: Block): Promise<void> {
  await changePair(ctx, blockerId, blockedId, withBlock)
  await ctx.models.Notification.deleteMany({ userId: blockerId, aboutId: blockedId })
  await ctx.models.Notification.deleteMany({ userId: blockedId, aboutId: blockerId })
  await Promise.all([keepCount(ctx, blockerId), keepCount(ctx, blockedId)])
}
