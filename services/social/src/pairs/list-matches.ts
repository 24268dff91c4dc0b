import type { Match } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import { readerOf } from '../profiles/reader-of.ts'
import { toPublicProfile } from '../profiles/to-public-profile.ts'
import { countLikesOf } from './count-likes.ts'
import { sidesOf } from './pair-rules.ts'

const MAX_MATCHES = 1_000 // a bound, not a page

export async function listMatches(ctx: Ctx, viewerId: number): Promise<Match[]> {
  const pairs = await ctx.models.Pair.find({ members: viewerId, matchedAt: { $ne: null } }, { outbox: 0 })
    .sort({ matchedAt: -1 })
    .limit(MAX_MATCHES)
    .lean()
  const otherIds = pairs.map((pair) => sidesOf(pair, viewerId).otherId)
  const found = await ctx.models.Profile.find({ _id: { $in: [...otherIds, viewerId] } }).lean()
  const byId = new Map(found.map((profile) => [profile._id, profile]))
  const reader = readerOf(ctx, viewerId, byId.get(viewerId))
  const counts = await countLikesOf(
    ctx,
    found.filter(({ _id }) => _id !== viewerId),
  )

  return pairs.flatMap((pair) => {
    const profile = byId.get(sidesOf(pair, viewerId).otherId)
    if (!profile || !pair.matchedAt) return []
    const match = toPublicProfile(profile, pair, counts.get(profile._id) ?? 0, reader)
    return [{ ...match, matchedAt: pair.matchedAt.toISOString() }]
  })
}
