import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import { changePair } from './change-pair.ts'
import { countLikesNow } from './count-likes.ts'
import { findProfiles } from './find-profiles.ts'
import { newPair, withLike } from './pair-rules.ts'
import { toCard } from './to-public-profile.ts'

/** Idempotent. Two people who like each other in the same instant meet in one document and make one match. */
export async function likeUser(
  ctx: Ctx,
  likerId: number,
  likedId: number,
): Promise<{ likeCount: number; isMatch: boolean }> {
  if (likerId === likedId) throw new AppError(400, messages.ownLike)
  const [liker, liked] = await findProfiles(ctx, [likerId, likedId])
  if (!liker || !liked) throw new AppError(404, messages.userNotFound)

  const blank = newPair(likerId, likedId, Math.min(liker.epoch, liked.epoch))
  const pair = await changePair(ctx, blank, (pair) => withLike(pair, toCard(liker), toCard(liked), new Date()))
  return { likeCount: await countLikesNow(ctx, liked), isMatch: pair.matchedAt !== null }
}
