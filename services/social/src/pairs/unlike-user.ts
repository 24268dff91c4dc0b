import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { changePair } from './change-pair.ts'
import { countLikesNow } from './count-likes.ts'
import { newPair, withNextRev, withoutLike } from './pair-rules.ts'

export async function unlikeUser(ctx: Ctx, likerId: number, likedId: number): Promise<{ likeCount: number }> {
  const [own, liked] = await findProfiles(ctx, [likerId, likedId])
  if (!own || !liked || likerId === likedId) throw errors.userNotFound()

  const blank = newPair(likerId, likedId, Math.min(own.epoch, liked.epoch))
  const pair = await changePair(ctx, blank, (pair) => withoutLike(pair, likerId, new Date()) ?? withNextRev(pair))
  if (pair.blocked) throw errors.userNotFound()
  return { likeCount: await countLikesNow(ctx, liked) }
}
