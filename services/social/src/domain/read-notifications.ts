import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'

/** Marks one of the user's own notifications; reading it again keeps the first time (SEC-21). */
export async function readNotification({ models }: Ctx, userId: number, id: number): Promise<void> {
  const own = { _id: id, userId, isCleared: false }
  const { matchedCount } = await models.Notification.updateOne(
    { ...own, readAt: null },
    { $set: { readAt: new Date() } },
  )
  if (matchedCount === 0 && !(await models.Notification.exists(own))) throw new AppError(404, messages.notFound)
}

export async function readAllNotifications({ models }: Ctx, userId: number): Promise<void> {
  await models.Notification.updateMany({ userId, readAt: null }, { $set: { readAt: new Date() } })
}

/** Hides instead of deleting, so that a redelivered event does not create the notification again. */
export async function clearNotifications({ models }: Ctx, userId: number): Promise<void> {
  const cleared = { isCleared: true, readAt: new Date() }
  await models.Notification.updateMany({ userId, isCleared: false }, { $set: cleared })
}
