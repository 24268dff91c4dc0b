import { PAGE_SIZE } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import { type Members, pairId } from './pair-rules.ts'

interface PairState {
  userIds: Members
  matchedAt: string | null
  rev: number
  epoch: number
}

/** What chat needs to know of two people; null if nothing ever happened between them. */
export async function getPairState({ models }: Ctx, [lo, hi]: Members): Promise<PairState | null> {
  const pair = await models.Pair.findById(pairId(lo, hi), { outbox: 0 }).lean()
  return pair && toState(pair)
}

/** All pairs that are or were a match, in key order. */
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
