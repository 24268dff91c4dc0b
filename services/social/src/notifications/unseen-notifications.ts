import type { Ctx } from '../context.ts'
import type { NotificationDocument } from '../models/notification.ts'
import { readPairs } from '../pairs/read-pairs.ts'
import { isVisible } from '../profiles/is-visible.ts'

/** Leaves out notifications about hidden or suspended users whom the receiver does not see (SEC-139). */
export async function withoutUnseen<N extends Pick<NotificationDocument, 'aboutId'>>(
  ctx: Ctx,
  userId: number,
  notifications: N[],
): Promise<N[]> {
  const aboutIds = notifications.flatMap(({ aboutId }) => aboutId ?? [])
  if (aboutIds.length === 0) return notifications
  const off = await ctx.reads.offFeed(aboutIds)
  if (off.length === 0) return notifications
  const pairs = await readPairs(ctx, userId, off)
  const unseen = off.filter((profile) => !isVisible(profile, pairs.get(profile._id), userId)).map(({ _id }) => _id)
  return notifications.filter(({ aboutId }) => !aboutId || !unseen.includes(aboutId))
}
