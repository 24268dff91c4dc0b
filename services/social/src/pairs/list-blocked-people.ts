import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { BLOCKED_PEOPLE_MAX } from '@zing/proto/limits'
import type { BlockedPerson } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import { NEVER } from '../models/pair.ts'
import { sidesOf } from './pair-rules.ts'

/**
 * Lists the users whom the viewer blocks, latest block first. A block by the other user changes nothing here (SEC-67): the
 * list has no photo, which would then be gone.
 */
export async function listBlockedPeople(ctx: Ctx, viewerId: number): Promise<BlockedPerson[]> {
  const blocks = (await Promise.all([readBlocks(ctx, viewerId, 'lo'), readBlocks(ctx, viewerId, 'hi')])).flat()
  const ids = blocks.map(({ otherId }) => otherId)
  const profiles = await ctx.models.Profile.find({ _id: { $in: ids } }, { name: 1, age: 1 }).lean()
  const byId = new Map(profiles.map((profile) => [profile._id, profile]))

  return blocks
    .toSorted((a, b) => b.blockedAt.getTime() - a.blockedAt.getTime())
    .slice(0, BLOCKED_PEOPLE_MAX)
    .flatMap(({ otherId, blockedAt }) => {
      const profile = byId.get(otherId)
      if (!profile) return []
      const { name, age } = profile
      return [{ id: otherId, name, age, selfie: null, blockedAt: blockedAt.toISOString() }]
    })
}

/** Reads the viewer's latest blocks as the smaller or the larger id of a pair: each side has an index. */
async function readBlocks(ctx: Ctx, viewerId: number, side: 'lo' | 'hi') {
  const [member, blockedAt] = side === 'lo' ? ['members.0', 'loBlockedAt'] : ['members.1', 'hiBlockedAt']
  const pairs = await ctx.models.Pair.find(
    { [member]: viewerId, [blockedAt]: { $gt: NEVER }, ...ofCurrentEpoch(ctx) },
    { members: 1, loBlockedAt: 1, hiBlockedAt: 1 },
  )
    .sort({ [blockedAt]: -1 })
    .limit(BLOCKED_PEOPLE_MAX)
    .lean()
  return pairs.map((pair) => {
    const { otherId, blockedAt } = sidesOf(pair, viewerId)
    return { otherId, blockedAt: pair[blockedAt] ?? NEVER }
  })
}
