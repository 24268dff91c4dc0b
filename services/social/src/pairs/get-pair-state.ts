import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { PAGE_SIZE } from '@zing/proto/nats/rpc/pages'
import type { PairState } from '@zing/proto/nats/rpc/social'
import { type Members, pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'

export async function getPairState(ctx: Ctx, [lo, hi]: Members): Promise<PairState | null> {
  const pair = await ctx.models.Pair.findOne({ _id: pairKey(lo, hi), ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  return pair && toState(pair)
}

export async function getPairStatePage(ctx: Ctx, after: string): Promise<{ items: PairState[]; next: string | null }> {
  const pairs = await ctx.models.Pair.find({ _id: { $gt: after }, ...ofCurrentEpoch(ctx) }, { outbox: 0 })
    .sort({ _id: 1 })
    .limit(PAGE_SIZE)
    .lean()
  const last = pairs.length === PAGE_SIZE ? pairs.at(-1) : undefined
  return { items: pairs.map(toState), next: last?._id ?? null }
}

function toState({ members: [lo, hi], matchedAt, rev, epoch }: Pair): PairState {
  return { userIds: [Number(lo), Number(hi)], matchedAt: matchedAt?.toISOString() ?? null, rev, epoch }
}
