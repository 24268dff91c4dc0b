import { PAGE_SIZE, type PairState } from '@zing/proto/nats/rpc'
import { type Members, pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'

export async function getPairState({ models }: Ctx, [lo, hi]: Members): Promise<PairState | null> {
  const pair = await models.Pair.findById(pairKey(lo, hi), { outbox: 0 }).lean()
  return pair && toState(pair)
}

export async function getPairStatePage(
  { models }: Ctx,
  after: string,
): Promise<{ items: PairState[]; next: string | null }> {
  const pairs = await models.Pair.find({ _id: { $gt: after } }, { outbox: 0 })
    .sort({ _id: 1 })
    .limit(PAGE_SIZE)
    .lean()
  const last = pairs.length === PAGE_SIZE ? pairs.at(-1) : undefined
  return { items: pairs.map(toState), next: last?._id ?? null }
}

function toState({ members: [lo, hi], matchedAt, rev, epoch }: Pair): PairState {
  return { userIds: [Number(lo), Number(hi)], matchedAt: matchedAt?.toISOString() ?? null, rev, epoch }
}
