import type { Match } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import { countLikesOf } from './count-likes.ts'
import { sidesOf } from './pair-rules.ts'
import { toPublicProfile } from './to-public-profile.ts'

// A bound, not a page: more matches than anybody scrolls through.
const MAX_MATCHES = 1_000

/** My matches, newest first. */
export async function listMatches(ctx: Ctx, viewerId: number): Promise<Match[]> {
  const pairs = await ctx.models.Pair.find({ members: viewerId, matchedAt: { $ne: null } }, { outbox: 0 })
    .sort({ matchedAt: -1 })
    .limit(MAX_MATCHES)
    .lean()
  const otherIds = pairs.map((pair) => sidesOf(pair, viewerId).otherId)
  const people = await ctx.models.Profile.find({ _id: { $in: otherIds } }).lean()
  const byId = new Map(people.map((person) => [person._id, person]))
  const counts = await countLikesOf(ctx, people)

  return pairs.flatMap((pair) => {
    const person = byId.get(sidesOf(pair, viewerId).otherId)
    if (!person || !pair.matchedAt) return []
    const seen = toPublicProfile(person, pair, counts.get(person._id) ?? 0, viewerId)
    return [{ ...seen, matchedAt: pair.matchedAt.toISOString() }]
  })
}
