import type { EventOf, likeCreated } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { notify } from './notify.ts'

/**
 * Creates one notification per liker, also across an unlike, so that repeated likes cannot spam a user. A like that makes
 * a match creates none: the match notifies both.
 */
export async function notifyOfLike(ctx: Ctx, event: EventOf<typeof likeCreated>): Promise<void> {
  const { likerId, likedId, liker, isMatch, at, epoch } = event
  ctx.likeCounts.refresh(likedId)
  if (isMatch) return
  await notify(ctx, { userId: likedId, type: 'LIKE', about: liker, cause: `like:${likerId}`, at: new Date(at), epoch })
}
