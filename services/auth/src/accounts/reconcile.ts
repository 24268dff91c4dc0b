import { type Replica, reconcileReplica } from '@zing/kit/nats/reconcile'
import { getBlockPage } from '@zing/proto/nats/rpc/chat'
import type { PageItem } from '@zing/proto/nats/rpc/pages'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { hidePair } from '../photos/hide-pair.ts'

/** Compares the replica of blocks with the blocks in chat. */
export function reconcile(ctx: Ctx): Promise<void> {
  return reconcileReplica(ctx.nats, getBlockPage, hiddenPairs(ctx))
}

function hiddenPairs(ctx: Ctx): Replica<PageItem<typeof getBlockPage>> {
  const { HiddenPair } = ctx.models
  return {
    keyOf: ({ blockerId, blockedId }) => pairKey(blockerId, blockedId),
    async update(blocks) {
      const ids = blocks.map(({ blockerId, blockedId }) => pairKey(blockerId, blockedId))
      const known = await HiddenPair.find({ _id: { $in: ids } }, { blockedBy: 1 }).lean()
      const hidden = new Map(known.map(({ _id, blockedBy }) => [_id, blockedBy]))
      for (const block of blocks) {
        const isCurrent = block.epoch >= ctx.epoch.current() // chat may not be reset yet
        const isHidden = hidden.get(pairKey(block.blockerId, block.blockedId))?.includes(block.blockerId)
        if (isCurrent && !isHidden) await hidePair(ctx, block)
      }
    },
    async rowsIn({ after, upTo }, limit) {
      const rows = await HiddenPair.find({ _id: { $gt: after, ...(upTo !== null && { $lte: upTo }) } }, { rev: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean()
      return rows.map(({ _id, rev }) => ({ key: _id, rev }))
    },
    async remove(rows) {
      for (const { key, rev } of rows) await HiddenPair.deleteOne({ _id: key, rev })
    },
  }
}
