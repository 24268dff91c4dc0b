import { type Replica, reconcileReplica } from '@zing/kit/nats/reconcile'
import { getProfilePage } from '@zing/proto/nats/rpc/auth'
import { getBlockPage } from '@zing/proto/nats/rpc/chat'
import type { PageItem } from '@zing/proto/nats/rpc/pages'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { hideBlocked, removeMissingBlock } from './hide-blocked.ts'
import { replicateProfile } from './replicate-profile.ts'

// Longer than the stream keeps events: until then the event of a cleared notification may be delivered again.
const CLEARED_KEPT_MS = 8 * 24 * 60 * 60 * 1_000

/** Compares the replicas of profiles and blocks with auth and chat, and deletes notifications that were cleared long ago. */
export async function reconcile(ctx: Ctx): Promise<void> {
  await reconcileReplica(ctx.nats, getProfilePage, profiles(ctx))
  await reconcileReplica(ctx.nats, getBlockPage, blocks(ctx))
  const clearedBefore = { $lt: new Date(Date.now() - CLEARED_KEPT_MS) }
  await ctx.models.Notification.deleteMany({ isCleared: true, readAt: clearedBefore })
}

function profiles(ctx: Ctx): Replica<PageItem<typeof getProfilePage>> {
  const { Profile } = ctx.models
  return {
    keyOf: ({ profile }) => String(profile.id),
    async update(items) {
      const ids = items.map(({ profile }) => profile.id)
      const replicas = await Profile.find({ _id: { $in: ids } }, { rev: 1, epoch: 1 }).lean()
      const byId = new Map(replicas.map((replica) => [replica._id, replica]))
      for (const item of items.filter((item) => isCurrent(ctx, item))) {
        const replica = byId.get(item.profile.id)
        const isFresh = replica && replica.epoch >= item.epoch && replica.rev >= item.rev
        if (!isFresh) await replicateProfile(ctx, item)
      }
    },
    async rowsIn({ after, upTo }, limit) {
      const range = { $gt: Number(after), ...(upTo !== null && { $lte: Number(upTo) }) }
      const rows = await Profile.find({ _id: range }, { rev: 1 }).sort({ _id: 1 }).limit(limit).lean()
      return rows.map(({ _id, rev }) => ({ key: String(_id), rev }))
    },
    async remove(rows) {
      for (const { key, rev } of rows) await Profile.deleteOne({ _id: Number(key), rev })
    },
  }
}

function blocks(ctx: Ctx): Replica<PageItem<typeof getBlockPage>> {
  const { Pair } = ctx.models
  const keyOf = ({ blockerId, blockedId }: PageItem<typeof getBlockPage>) => pairKey(blockerId, blockedId)
  return {
    keyOf,
    async update(items) {
      const blocked = await Pair.find({ _id: { $in: items.map(keyOf) }, blocked: true }, { outbox: 0 }).lean()
      const byId = new Map(blocked.map((pair) => [pair._id, pair]))
      for (const block of items.filter((item) => isCurrent(ctx, item))) {
        const pair = byId.get(keyOf(block))
        if (!pair?.[sidesOf(pair, block.blockerId).blockedAt]) await hideBlocked(ctx, block)
      }
    },
    async rowsIn({ after, upTo }, limit) {
      const range = { $gt: after, ...(upTo !== null && { $lte: upTo }) }
      const rows = await Pair.find({ _id: range, blocked: true }, { rev: 1 }).sort({ _id: 1 }).limit(limit).lean()
      return rows.map(({ _id, rev }) => ({ key: _id, rev }))
    },
    async remove(rows) {
      for (const { key, rev } of rows) await removeMissingBlock(ctx, key, rev)
    },
  }
}

/** False for a row from an owner that is not reset yet. */
function isCurrent(ctx: Ctx, { epoch }: { epoch: number }): boolean {
  return epoch >= ctx.epoch.current()
}
