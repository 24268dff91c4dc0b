import { AppError } from '@zing/kit/errors'
import { errorMessages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import { changePair } from './change-pair.ts'
import { countLikesNow } from './count-likes.ts'
import { findProfiles } from './find-profiles.ts'
import { isVisible } from './is-visible.ts'
import { takeLike } from './like-quota.ts'
import { newPair, withLike, withNextRev } from './pair-rules.ts'
import { toSummary } from './to-public-profile.ts'

/** Idempotent. Concurrent mutual likes update one document, so they make exactly one match (INV-3). */
export async function likeUser(
  ctx: Ctx,
  likerId: number,
  likedId: number,
): Promise<{ likeCount: number; isMatch: boolean }> {
  if (likerId === likedId) throw new AppError(400, errorMessages.ownLike)
  const [liker, liked] = await findProfiles(ctx, [likerId, likedId])
  if (!liker || !liked) throw new AppError(404, errorMessages.userNotFound)

  await takeLike(ctx, liker, liked)
  const blank = newPair(likerId, likedId, Math.min(liker.epoch, liked.epoch))
  const pair = await changePair(ctx, blank, (pair) => {
    if (!isVisible(liked, pair, likerId)) throw new AppError(404, errorMessages.userNotFound)
    return withLike(pair, toSummary(liker), toSummary(liked), new Date()) ?? withNextRev(pair)
  })
  return { likeCount: await countLikesNow(ctx, liked), isMatch: pair.matchedAt !== null }
}
