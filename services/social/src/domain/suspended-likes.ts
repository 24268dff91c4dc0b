import type { Ctx } from '../context.ts'
import type { NotificationDocument } from '../models/notification.ts'

/** Leaves out the likes of suspended users, which the list of notifications does not show either (SEC-139). */
export async function withoutSuspendedLikes<N extends Pick<NotificationDocument, 'type' | 'aboutId'>>(
  { models }: Pick<Ctx, 'models'>,
  notifications: N[],
): Promise<N[]> {
  const likerIds = notifications.flatMap(({ type, aboutId }) => (type === 'LIKE' && aboutId ? [aboutId] : []))
  if (likerIds.length === 0) return notifications
  const isSuspended = { _id: { $in: likerIds }, suspendedUntil: { $gt: new Date() } }
  const suspended = new Set((await models.Profile.find(isSuspended, { _id: 1 }).lean()).map(({ _id }) => _id))
  return notifications.filter(({ type, aboutId }) => type !== 'LIKE' || !aboutId || !suspended.has(aboutId))
}
