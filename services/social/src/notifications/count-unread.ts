import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { withoutUnseen } from './unseen-notifications.ts'

/** Counts the unread notifications, including the coming notification with this cause. */
export async function countUnread(ctx: Ctx, userId: number, cause: string): Promise<number> {
  const unread = await withoutUnseen(ctx, userId, await ctx.reads.unread(userId))
  return Math.min(unread.filter((entry) => entry.cause !== cause).length + 1, NOTIFICATIONS_MAX)
}
