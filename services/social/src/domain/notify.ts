import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import { notificationCreated } from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import type { Notification, UserSummary } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import type { NotificationDocument } from '../models/notification.ts'

/** Type and payload, as they fit together. */
type NotificationContent = DistributivePick<Notification, 'type' | 'payload'>
type DistributivePick<T, K extends keyof T> = T extends unknown ? Pick<T, K> : never

export interface NotificationInput {
  userId: number
  type: 'LIKE' | 'MATCH'
  about: UserSummary
  cause: string
  at: Date
  epoch: number
}

/** Notifies a user of what another one has done, unless the two are blocked (SEC-63). */
export async function notify(ctx: Ctx, { type, about, ...input }: NotificationInput): Promise<void> {
  const pair = await ctx.models.Pair.findById(pairKey(input.userId, about.id), { blocked: 1 }).lean()
  if (pair?.blocked) return
  const payload = { userId: about.id, name: about.name, selfie: about.selfie }
  await storeNotification(ctx, { ...input, content: { type, payload } })
}

interface StoredInput {
  userId: number
  cause: string
  content: NotificationContent
  at: Date
  epoch: number
}

/** Creates a notification and its event, once per cause. */
export async function storeNotification(ctx: Ctx, { userId, cause, content, at, epoch }: StoredInput): Promise<void> {
  const { Notification: Notifications } = ctx.models
  const shown = await findShown(ctx, userId)
  if (shown.some((notification) => notification.cause === cause)) return // older ones violate the unique index below

  const id = await ctx.notificationIds.next()
  const unread = Math.min(shown.filter(({ readAt }) => !readAt).length + 1, NOTIFICATIONS_MAX)
  const notification: Notification = { id, ...content, createdAt: at.toISOString(), readAt: null }
  const outbox = toOutboxEntries([event(notificationCreated, { userId, notification, unread })], { rev: 1, epoch })
  const { type, payload } = content
  const stored = 'userId' in payload ? { aboutId: payload.userId } : { payload } // names and photos may change
  try {
    await Notifications.create({ _id: id, userId, type, ...stored, cause, createdAt: at, epoch, outbox })
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
