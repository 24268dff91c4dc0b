import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { PAGE_SIZE } from '@zing/proto/nats/rpc/pages'
import type { ExportedPair } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import { sidesOf } from '../pairs/pair-rules.ts'

/** A page of the likes that a user has given and of their matches, with current names. */
export async function exportPairs(
  ctx: Ctx,
  userId: number,
  after: string,
): Promise<{ items: ExportedPair[]; next: string | null }> {
  const { pairs, next } = await readPairPage(ctx, userId, after)
  const shown = pairs.flatMap((pair) => {
    const { mine, otherId } = sidesOf(pair, userId)
    const isShown = !pair.blocked && (pair[mine] || pair.matchedAt)
    return isShown ? [{ userId: otherId, likedAt: pair[mine], matchedAt: pair.matchedAt }] : []
  })
  const names = await namesOf(
    ctx,
    shown.map((pair) => pair.userId),
  )
  const items = shown.map(({ userId: otherId, likedAt, matchedAt }) => ({
    userId: otherId,
    name: names.get(otherId) ?? null,
    likedAt: likedAt?.toISOString() ?? null,
    matchedAt: matchedAt?.toISOString() ?? null,
  }))
  return { items, next }
}

/** A page of the pairs of a user, in the order of their ids. */
export async function readPairPage(
  ctx: Ctx,
  userId: number,
  after: string,
): Promise<{ pairs: Pair[]; next: string | null }> {
  const pairs = await ctx.models.Pair.find(
    { members: userId, _id: { $gt: after }, ...ofCurrentEpoch(ctx) },
    { outbox: 0 },
  )
    .sort({ _id: 1 })
    .hint({ members: 1, matchedAt: -1 }) // in the order of ids it would read the pairs of all users
    .limit(PAGE_SIZE)
    .lean()
  const last = pairs.length === PAGE_SIZE ? pairs.at(-1) : undefined
  return { pairs, next: last?._id ?? null }
}

/** Current names, without deleted users. */
export async function namesOf({ models }: Ctx, ids: number[]): Promise<Map<number, string>> {
  const profiles = await models.Profile.find({ _id: { $in: ids } }, { name: 1 }).lean()
  return new Map(profiles.map(({ _id, name }) => [_id, name]))
}
