import type { Ctx } from '../context.ts'
import { changeKnownPair } from './change-known-pair.ts'
import { countLikesNow } from './count-likes.ts'
import { withNextRev, withoutLike } from './pair-rules.ts'

export async function unlikeUser(ctx: Ctx, likerId: number, likedId: number): Promise<{ likeCount: number }> {
  const between = { userId: likerId, otherId: likedId }
  const { other } = await changeKnownPair(
    ctx,
    between,
    (pair) => withoutLike(pair, likerId, new Date()) ?? withNextRev(pair),
  )
  return { likeCount: await countLikesNow(ctx, other) }
}
