import { request } from '@zing/kit/nats/rpc'
import { getBlockPage, getProfilePage, type RpcResult } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { hideBlocked } from './hide-blocked.ts'
import { pairId } from './pair-rules.ts'
import { replicateProfile } from './replicate-profile.ts'

type Profiles = RpcResult<typeof getProfilePage>
type Blocks = RpcResult<typeof getBlockPage>

// Longer than the stream keeps events: until then the cause of a cleared notification may be told once more.
const CLEARED_KEPT_MS = 8 * 24 * 60 * 60 * 1_000

/** Repairs the copies from their owners, whatever happened to the events in between (faults.md 3.3). */
export async function reconcile(ctx: Ctx): Promise<void> {
  const epoch = ctx.epoch.current() // what a reset overtakes stays of the epoch that it ends
  for (let after: string | null = ''; after !== null; ) {
    const page: Profiles = await request(ctx.nats, getProfilePage, { after })
    await repairPeople(ctx, page.items, epoch)
    after = page.next
  }
  for (let after: string | null = ''; after !== null; ) {
    const page: Blocks = await request(ctx.nats, getBlockPage, { after })
    await repairBlocks(ctx, page.items, epoch)
    after = page.next
  }
  const clearedBefore = { $lt: new Date(Date.now() - CLEARED_KEPT_MS) }
  await ctx.models.Notification.deleteMany({ isCleared: true, readAt: clearedBefore })
}

async function repairPeople(ctx: Ctx, items: Profiles['items'], epoch: number): Promise<void> {
  const ids = items.map(({ profile }) => profile.id)
  const copies = await ctx.models.Profile.find({ _id: { $in: ids } }, { rev: 1, epoch: 1 }).lean()
  const byId = new Map(copies.map((copy) => [copy._id, copy]))
  for (const item of items) {
    const copy = byId.get(item.profile.id)
    const isFresh = copy && copy.epoch >= epoch && copy.rev >= item.rev
    if (!isFresh) await replicateProfile(ctx, { ...item, epoch })
  }
}

async function repairBlocks(ctx: Ctx, items: Blocks['items'], epoch: number): Promise<void> {
  const ids = items.map(({ blockerId, blockedId }) => pairId(blockerId, blockedId))
  const known = await ctx.models.Pair.find({ _id: { $in: ids }, blocked: true }, { _id: 1 }).lean()
  const blocked = new Set(known.map(({ _id }) => _id))
  for (const block of items) {
    if (!blocked.has(pairId(block.blockerId, block.blockedId))) await hideBlocked(ctx, block, epoch)
  }
}
