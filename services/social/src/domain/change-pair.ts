import { AppError, isDuplicateKey } from '@zing/kit/errors'
import { stamp } from '@zing/kit/outbox'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import { newPair, type PairChange, pairId } from './pair-rules.ts'

const MAX_ATTEMPTS = 20

/** Reads the pair, lets `decide` say what changes, writes that only if nobody else wrote in between. */
export async function changePair(
  ctx: Ctx,
  a: number,
  b: number,
  decide: (pair: Pair) => PairChange | null,
): Promise<Pair> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const pair = (await ctx.models.Pair.findById(pairId(a, b)).lean()) ?? newPair(a, b, ctx.epoch.current())
    const change = decide(pair)
    if (!change) return pair

    const saved = await swap(ctx, pair, change)
    if (saved) {
      ctx.relay.wake() // sooner than the sweep, which would find the entries anyway
      return saved
    }
  }
  throw new AppError(503, messages.busy)
}

/** Compare-and-swap on rev: the change and its events are one write, or none. */
async function swap({ models, epoch }: Ctx, pair: Pair, change: PairChange): Promise<Pair | null> {
  const rev = pair.rev + 1
  const entries = stamp(change.facts, { rev, epoch: epoch.current() })
  try {
    return await models.Pair.findOneAndUpdate(
      { _id: pair._id, rev: pair.rev },
      {
        $set: { ...change.set, rev, epoch: epoch.current() },
        $setOnInsert: { members: pair.members },
        $push: { outbox: { $each: entries } },
      },
      { upsert: pair.rev === 0, returnDocument: 'after' },
    ).lean()
  } catch (error) {
    if (isDuplicateKey(error)) return null // both were first, in one instant: read again
    throw error
  }
}
