import type { Ctx } from '../context.ts'

/** Totals for the admin panel: a like is one direction, a match one pair. */
export async function countAll({ models, epoch }: Ctx): Promise<{ matches: number; likes: number }> {
  const ours = { epoch: { $gte: epoch.current() } }
  const [matches, lo, hi] = await Promise.all([
    models.Pair.countDocuments({ ...ours, matchedAt: { $ne: null } }),
    models.Pair.countDocuments({ ...ours, loLikedAt: { $ne: null } }),
    models.Pair.countDocuments({ ...ours, hiLikedAt: { $ne: null } }),
  ])
  return { matches, likes: lo + hi }
}
