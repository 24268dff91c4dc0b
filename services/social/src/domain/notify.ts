import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import { notificationCreated } from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import type { Notification, UserSummary } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import type { NotificationDocument } from '../models/notification.ts'

export interface NotificationInput {
  userId: number
  type: 'LIKE' | 'MATCH'
  about: UserSummary
  cause: string
  at: Date
  epoch: number
}

/** Creates a notification once per cause, unless the two users are blocked (SEC-63) or one of them is deleted. */
export async function notify(ctx: Ctx, { userId, type, about, cause, at, epoch }: NotificationInput): Promise<void> {
  const { Notification: Notifications, Pair, Tombstone } = ctx.models
  if (await isAnyDeleted(Tombstone, [userId, about.id])) return
  const pair = await Pair.findById(pairKey(userId, about.id), { blocked: 1 }).lean()
  if (pair?.blocked) return
  const shown = await findShown(ctx, userId)
  if (shown.some((notification) => notification.cause === cause)) return // older ones violate the unique index below

  const id = await ctx.notificationIds.next()
  const unread = Math.min(shown.filter(({ readAt }) => !readAt).length + 1, NOTIFICATIONS_MAX)
  const payload = { userId: about.id, name: about.name, selfie: about.selfie }
  const notification: Notification = { id, type, payload, createdAt: at.toISOString(), readAt: null }
  const outbox = toOutboxEntries([event(notificationCreated, { userId, notification, unread })], { rev: 1, epoch })
  try {
    await Notifications.create({ _id: id, userId, type, aboutId: about.id, cause, createdAt: at, epoch, outbox })
  } catch (error) {
    if (isDuplicateKey(error)) return // created earlier, or concurrently by another process
    throw error
  }
  ctx.relay.wake(Notifications)
}

function findShown({ models }: Ctx, userId: number): Promise<Pick<NotificationDocument, 'cause' | 'readAt'>[]> {
  return models.Notification.find({ userId, isCleared: false }, { cause: 1, readAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(NOTIFICATIONS_MAX)
    .lean()
}
