import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { withoutUnseen } from './unseen-notifications.ts'

/** Counts the unread notifications, including the coming notification with this cause. */
export async function countUnread(ctx: Ctx, userId: number, cause: string): Promise<number> {
  const shown = await ctx.models.Notification.find(
    { userId, isCleared: false },
    { type: 1, aboutId: 1, cause: 1, readAt: 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(NOTIFICATIONS_MAX)
    .lean()
  const others = shown.filter((notification) => !notification.readAt && notification.cause !== cause)
  const unread = await withoutUnseen(ctx, userId, others)
  return Math.min(unread.length + 1, NOTIFICATIONS_MAX)
}
