import { RetryLater } from '@zing/kit/nats/work-queue'
import { PUSH_PER_CONVERSATION_MS, PUSH_TTL_MS } from '@zing/proto/limits'
import type { EventOf, notificationCreated } from '@zing/proto/nats/events'
import { deviceNotified, type messagesUnseen, type WorkOf } from '@zing/proto/nats/work'
import { aboutIdOf } from '@zing/proto/notifications'
import { PUSH_TYPES, type PushType } from '@zing/proto/web-push'
import type { Ctx } from '../context.ts'
import { findDevices } from './devices/devices.ts'
import { takeSlot } from './slots.ts'

/** Notifies the devices of a user of a like or a match; other types only appear in the app. */
export async function pushNotification(ctx: Ctx, event: EventOf<typeof notificationCreated>): Promise<void> {
  const { userId, notification, at, epoch, isAnnounced } = event
  const type = PUSH_TYPES.find((known) => known === notification.type)
  const aboutId = aboutIdOf(notification)
  if (!isAnnounced || !type || aboutId === null || !(await ctx.reads.hasDevice(userId))) return
  await notifyDevices(ctx, { userId, aboutId, type, at, epoch, notificationId: notification.id })
}

/**
 * Notifies of messages that no device has confirmed: once in PUSH_PER_CONVERSATION_MS, and never twice of the same
 * messages.
 */
export async function pushUnseen(ctx: Ctx, work: WorkOf<typeof messagesUnseen>): Promise<void> {
  const { userId, partnerId, seq, id, at, epoch } = work
  if (isExpired(at) || !(await ctx.reads.hasDevice(userId))) return
  const slot = await takeSlot(ctx, {
    ...{ key: `${userId}:${partnerId}`, userId, aboutId: partnerId },
    ...{ seq, everyMs: PUSH_PER_CONVERSATION_MS, workId: id, epoch },
  })
  if (slot === 'done') return
  if (slot !== 'taken') throw new RetryLater(slot.freeInMs)
  await notifyDevices(ctx, { userId, aboutId: partnerId, type: 'MESSAGE', at, epoch, seq })
}

interface Notified {
  userId: number
  aboutId: number
  type: PushType
  at: string
  epoch: number
  seq?: number
  notificationId?: number
}

/** Queues a push for each device; a repeated call uses the same ids. */
async function notifyDevices(ctx: Ctx, { at, epoch, ...notified }: Notified): Promise<void> {
  if (isExpired(at)) return
  const { userId, aboutId, seq, notificationId } = notified
  const cause = notificationId === undefined ? `messages:${userId}:${aboutId}` : `notification:${notificationId}`
  const devices = await findDevices(ctx, userId)
  await Promise.all(
    devices.map(({ _id: deviceId }) => {
      const id = `${epoch}:${cause}:${seq ?? 0}:${deviceId}`
      return ctx.publishWork(deviceNotified, { ...notified, id, epoch, at, deviceId, cause })
    }),
  )
}

export function isExpired(at: string): boolean {
  return Date.now() - Date.parse(at) >= PUSH_TTL_MS
}
