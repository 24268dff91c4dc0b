import type { Ctx } from '../context.ts'

/** Totals for the admin panel: a like is one direction, a match one pair. */
export async function countAll({ models }: Ctx): Promise<{ matches: number; likes: number }> {
  const [matches, lo, hi] = await Promise.all([
    models.Pair.countDocuments({ matchedAt: { $ne: null } }),
    models.Pair.countDocuments({ loLikedAt: { $ne: null } }),
    models.Pair.countDocuments({ hiLikedAt: { $ne: null } }),
  ])
  return { matches, likes: lo + hi }
}
