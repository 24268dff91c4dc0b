import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { PAST_MATCH_MS, PAST_MATCHES_MAX } from '@zing/proto/limits'
import type { PastMatch } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import { sidesOf } from './pair-rules.ts'

/** Lists the users with whom the viewer was matched until lately; the photo is gone after a block, as everywhere. */
export async function listPastMatches(ctx: Ctx, viewerId: number): Promise<PastMatch[]> {
  const since = new Date(Date.now() - PAST_MATCH_MS)
  const ended = { members: viewerId, matchEndedAt: { $gt: since }, matchedAt: null, ...ofCurrentEpoch(ctx) }
  const pairs = await ctx.models.Pair.find(ended, { outbox: 0 })
    .sort({ matchEndedAt: -1 })
    .limit(PAST_MATCHES_MAX)
    .lean()
  const ids = pairs.map((pair) => sidesOf(pair, viewerId).otherId)
  const profiles = await ctx.models.Profile.find({ _id: { $in: ids } }, { name: 1, selfie: 1 }).lean()
  const byId = new Map(profiles.map((profile) => [profile._id, profile]))

  return pairs.flatMap((pair) => {
    const profile = byId.get(sidesOf(pair, viewerId).otherId)
    if (!profile || !pair.matchEndedAt) return []
    const { _id: id, name, selfie } = profile
    const photo = pair.blocked ? null : (selfie ?? null)
    return [{ id, name, selfie: photo, endedAt: pair.matchEndedAt.toISOString(), isBlocked: pair.blocked }]
  })
}
