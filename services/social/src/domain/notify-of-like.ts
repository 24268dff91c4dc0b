import type { EventOf, likeCreated } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { likeCause, restoreLikeNotification } from './like-notification.ts'
import { notify } from './notify.ts'

/** Notifies once per liker, also across unlikes. A match notifies instead of the like that made it. */
export async function notifyOfLike(ctx: Ctx, event: EventOf<typeof likeCreated>): Promise<void> {
  const { likerId, likedId, liker, isMatch, isAnnounced, at, epoch } = event
  ctx.likeCounts.refresh(likedId)
  if (isMatch) return
  if (!isAnnounced) return restoreLikeNotification(ctx, likerId, likedId)
  const cause = likeCause(likerId)
  await notify(ctx, { userId: likedId, type: 'LIKE', about: liker, cause, at: new Date(at), epoch })
}
