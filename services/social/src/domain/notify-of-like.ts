import type { EventOf, likeCreated } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { notify } from './notify.ts'

/**
 * One notification per ordered pair and no second one after an unlike, so that nobody can ring a bell over and over. An
 * unlike does not take it back: it says what happened. The like that makes a match is told by the match, to both.
 */
export async function notifyOfLike(ctx: Ctx, event: EventOf<typeof likeCreated>): Promise<void> {
  const { likerId, likedId, liker, isMatch, at, epoch } = event
  ctx.likeCounts.refresh(likedId)
  if (isMatch) return
  await notify(ctx, { userId: likedId, type: 'LIKE', about: liker, cause: `like:${likerId}`, at: new Date(at), epoch })
}
