import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { toOutboxEntries } from '@zing/kit/nats/outbox'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import type { PairChange } from './pair-rules.ts'

const MAX_ATTEMPTS = 20

/** Applies the change that `decide` returns by compare-and-swap; `blank` stands for a pair that is not stored yet. */
export async function changePair(
  ctx: Ctx,
  blank: Pair,
  decide: (pair: Pair) => PairChange | null | Promise<PairChange | null>,
): Promise<Pair> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const pair = (await ctx.reads.pair(blank._id)) ?? blank
    const change = await decide(pair)
    if (!change || (attempt > 0 && isRevAlone(change))) return pair // another write has made a new rev

    ensureInTime() // a delayed like must not undo a later unlike
    const saved = await swap(ctx, pair, change)
    if (saved) {
      ctx.relay.publish(ctx.models.Pair, saved)
      return saved
    }
  }
  throw errors.busy()
}

function isRevAlone({ set, events }: PairChange): boolean {
  return Object.keys(set).length === 0 && events.length === 0
}

async function swap({ models }: Ctx, { _id, members, rev, epoch }: Pair, change: PairChange) {
  const entries = toOutboxEntries(change.events, { rev: rev + 1, epoch })
  try {
    return await models.Pair.findOneAndUpdate(
      { _id, rev },
      {
        $set: { ...change.set, rev: rev + 1 },
        $setOnInsert: { members, epoch },
        $push: { outbox: { $each: entries } },
      },
      { upsert: rev === 0, returnDocument: 'after' },
    ).lean()
  } catch (error) {
    if (isDuplicateKey(error)) return null // concurrent first writes: read again
    throw error
  }
}
