import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { type ExportedPair, PAGE_SIZE } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { sidesOf } from './pair-rules.ts'

/** A page of the likes that a user has given and of their matches, with current names. */
export async function exportPairs(
  ctx: Ctx,
  userId: number,
  after: string,
): Promise<{ items: ExportedPair[]; next: string | null }> {
  const pairs = await ctx.models.Pair.find(
    { members: userId, _id: { $gt: after }, ...ofCurrentEpoch(ctx) },
    { members: 1, loLikedAt: 1, hiLikedAt: 1, matchedAt: 1, blocked: 1 },
  )
    .sort({ _id: 1 })
    .hint({ members: 1, matchedAt: -1 }) // in the order of ids it would read the pairs of all users
    .limit(PAGE_SIZE)
    .lean()
  const shown = pairs.flatMap((pair) => {
    const { mine, otherId } = sidesOf(pair, userId)
    const isShown = !pair.blocked && (pair[mine] || pair.matchedAt)
    return isShown ? [{ userId: otherId, likedAt: pair[mine], matchedAt: pair.matchedAt }] : []
  })
  const ids = shown.map((pair) => pair.userId)
  const profiles = await ctx.models.Profile.find({ _id: { $in: ids } }, { name: 1 }).lean()
  const names = new Map(profiles.map(({ _id, name }) => [_id, name]))
  const items = shown.map(({ userId: otherId, likedAt, matchedAt }) => ({
    userId: otherId,
    name: names.get(otherId) ?? null,
    likedAt: likedAt?.toISOString() ?? null,
    matchedAt: matchedAt?.toISOString() ?? null,
  }))
  const last = pairs.length === PAGE_SIZE ? pairs.at(-1) : undefined
  return { items, next: last?._id ?? null }
}
