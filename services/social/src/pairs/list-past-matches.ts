import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { PAST_MATCH_MS, PAST_MATCHES_MAX } from '@zing/proto/limits'
import type { PastMatch } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import { sidesOf } from './pair-rules.ts'

/**
 * Lists the users whose match with the viewer has ended lately. The entry stays as it was when the match ended,
 * whatever the other user does later. A photo would reveal a later block, since it would then be gone (SEC-67).
 */
export async function listPastMatches(ctx: Ctx, viewerId: number): Promise<PastMatch[]> {
  const since = new Date(Date.now() - PAST_MATCH_MS)
  const ended = { members: viewerId, matchEndedAt: { $gt: since }, matchedAt: null, ...ofCurrentEpoch(ctx) }
  const pairs = await ctx.models.Pair.find(ended, { outbox: 0 })
    .sort({ matchEndedAt: -1 })
    .limit(PAST_MATCHES_MAX)
    .lean()
  const ids = pairs.map((pair) => sidesOf(pair, viewerId).otherId)
  const profiles = await ctx.models.Profile.find({ _id: { $in: ids } }, { name: 1 }).lean()
  const byId = new Map(profiles.map((profile) => [profile._id, profile]))

  return pairs.flatMap((pair) => {
    const { otherId, blockedAt } = sidesOf(pair, viewerId)
    const profile = byId.get(otherId)
    const { matchEndedAt } = pair
    if (!profile || !matchEndedAt) return []
    const isBlocked = Boolean(pair[blockedAt]) || pair.matchBlockedBy === otherId // also after the end of that block
    return [{ id: otherId, name: profile.name, selfie: null, endedAt: matchEndedAt.toISOString(), isBlocked }]
  })
}
