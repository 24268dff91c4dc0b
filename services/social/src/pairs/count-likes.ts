import type { PipelineStage } from 'mongoose'
import type { Ctx } from '../context.ts'
import { EXACT_BELOW, type Profile } from '../models/profile.ts'

export async function countLikesNow(ctx: Ctx, profile: Profile): Promise<number> {
  const count = await ctx.reads.likeCount(profile)
  if (count >= EXACT_BELOW) ctx.likeCounts.refresh(profile._id)
  return count
}

/** Counts the likes of users at a cost that does not grow with their number. */
export async function countLikesOf({ models }: Pick<Ctx, 'models'>, profiles: Profile[]): Promise<Map<number, number>> {
  const counts = new Map(profiles.map(({ _id, likeCount }) => [_id, likeCount >= EXACT_BELOW ? likeCount : 0]))
  const ids = profiles.filter(({ likeCount }) => likeCount < EXACT_BELOW).map(({ _id }) => _id)
  if (ids.length === 0) return counts

  const counted = await models.Pair.aggregate<{ _id: number; count: number }>(likesByUser(ids))
  for (const { _id, count } of counted) counts.set(_id, count)
  return counts
}

/** Stages that count the likes of each of these users. */
export function likesByUser(ids: number[]): PipelineStage.FacetPipelineStage[] {
  return [
    { $match: { liked: { $in: ids } } },
    { $unwind: '$liked' },
    { $match: { liked: { $in: ids } } },
    { $group: { _id: '$liked', count: { $sum: 1 } } },
  ]
}
