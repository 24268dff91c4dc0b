import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import { changePair } from './change-pair.ts'
import { countLikes } from './count-likes.ts'
import { findPeople } from './find-people.ts'
import { withLike } from './pair-rules.ts'
import { toCard } from './to-feed-user.ts'

/** Idempotent. Two people who like each other in the same instant meet in one document and make one match. */
export async function likeUser(
  ctx: Ctx,
  likerId: number,
  likedId: number,
): Promise<{ likeCount: number; isMatch: boolean }> {
  if (likerId === likedId) throw new AppError(400, messages.ownLike)
  const [liker, liked] = await findPeople(ctx, [likerId, likedId])
  if (!liker || !liked) throw new AppError(404, messages.userNotFound)

  const pair = await changePair(ctx, likerId, likedId, (pair) =>
    withLike(pair, toCard(liker), toCard(liked), new Date()),
  )
  return { likeCount: await countLikes(ctx, liked), isMatch: pair.matchedAt !== null }
}
