import { errors } from '@zing/proto/errors'
import { notificationsCleared, notificationsRead } from '@zing/proto/nats/broadcasts'
import type { Ctx } from '../context.ts'

/** Marks one of the user's own notifications; reading it again keeps the first time (SEC-21). */
export async function readNotification({ models, broadcastToTabs }: Ctx, userId: number, id: number): Promise<void> {
  const own = { _id: id, userId, isCleared: false }
  const readAt = new Date()
  const { matchedCount } = await models.Notification.updateOne({ ...own, readAt: null }, { $set: { readAt } })
  if (matchedCount > 0) return broadcastToTabs(notificationsRead, { userId, ids: [id], readAt: readAt.toISOString() })
  if (!(await models.Notification.exists(own))) throw errors.notFound()
}

export async function readAllNotifications({ models, broadcastToTabs }: Ctx, userId: number): Promise<void> {
  const readAt = new Date()
  const shown = { userId, isCleared: false, readAt: null } // a withdrawn notification comes back unread with its like
  await models.Notification.updateMany(shown, { $set: { readAt } })
  broadcastToTabs(notificationsRead, { userId, ids: null, readAt: readAt.toISOString() })
}

/** Hides instead of deleting, so that a redelivered event does not create the notification again. */
export async function clearNotifications({ models, broadcastToTabs }: Ctx, userId: number): Promise<void> {
  const cleared = { isCleared: true, readAt: new Date() }
  await models.Notification.updateMany({ userId, isCleared: false }, { $set: cleared })
  broadcastToTabs(notificationsCleared, { userId })
}
