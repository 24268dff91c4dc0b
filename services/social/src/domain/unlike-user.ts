import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import { changePair } from './change-pair.ts'
import { countLikes } from './count-likes.ts'
import { findPeople } from './find-people.ts'
import { withoutLike } from './pair-rules.ts'

/** Takes a like back and with it the match; what was never given stays as it is. */
export async function unlikeUser(ctx: Ctx, likerId: number, likedId: number): Promise<{ likeCount: number }> {
  const [liked] = await findPeople(ctx, [likedId])
  if (!liked || likerId === likedId) throw new AppError(404, messages.userNotFound)

  const pair = await changePair(ctx, likerId, likedId, (pair) => withoutLike(pair, likerId))
  if (pair.blocked) throw new AppError(404, messages.userNotFound)
  return { likeCount: await countLikes(ctx, liked) }
}
