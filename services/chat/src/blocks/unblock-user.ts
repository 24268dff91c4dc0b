import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { blockRemoved } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { readConversation } from '../conversations/find-conversation.ts'
import { blockRevKey, blockRevOf, hasBlockRev } from './block-rev.ts'

/**
 * Ends a block by this user; a block by the other user stays. The match stays closed, even if its end has not arrived yet.
 * Idempotent. The other user is not told (SEC-67).
 */
export async function unblockUser(ctx: Ctx, blockerId: number, blockedId: number): Promise<void> {
  const before = await readConversation(ctx, blockerId, blockedId)
  if (before?.blockedBy.includes(blockerId)) {
    const rev = blockRevOf(before, blockerId)
    const entries = toOutboxEntries([event(blockRemoved, { blockerId, blockedId })], {
      rev: rev + 1,
      epoch: before.epoch,
    })
    ensureInTime() // a delayed call must not end a later block
    const { modifiedCount } = await ctx.models.Conversation.updateOne(
      { _id: before._id, blockedBy: blockerId, ...hasBlockRev(before, blockerId, rev) },
      {
        $pull: { blockedBy: blockerId },
        $push: { outbox: { $each: entries } },
        $set: { matched: false, matchedAt: null, [blockRevKey(before, blockerId)]: rev + 1 },
      },
    )
    ctx.relay.wake()
    if (modifiedCount > 0)
      logSecurityEvent(ctx.log, 'authz_change', { userId: blockerId, blockedId, change: 'unblock' })
  }
  // also after a repetition, since the first attempt may have failed halfway
  const after = await readConversation(ctx, blockerId, blockedId)
  if (after?.blockedBy.includes(blockerId)) return // by a later block
  if (!after?.blockedBy.length) ctx.showUnblocked(blockerId, blockedId)
  ctx.push(blockerId, null, { type: 'BLOCK_REMOVED', unblockedUserId: blockedId })
}
