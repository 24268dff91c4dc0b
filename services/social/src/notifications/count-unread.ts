import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { UNREAD_INDEX } from '../models/notification.ts'
import { withoutUnseen } from './unseen-notifications.ts'

/** Counts the unread notifications, including the coming notification with this cause. */
export async function countUnread(ctx: Ctx, userId: number, cause: string): Promise<number> {
  const others = await ctx.models.Notification.find(
    { userId, isCleared: false, readAt: null, cause: { $ne: cause } },
    { _id: 0, aboutId: 1 },
  )
    .hint(UNREAD_INDEX)
    .limit(NOTIFICATIONS_MAX)
    .lean()
  const unread = await withoutUnseen(ctx, userId, others)
  return Math.min(unread.length + 1, NOTIFICATIONS_MAX)
}
