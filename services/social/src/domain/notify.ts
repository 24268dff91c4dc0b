import { isDuplicateKey } from '@zing/kit/errors'
import { fact, stamp } from '@zing/kit/outbox'
import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import { notificationCreated } from '@zing/proto/nats/facts'
import type { Notification, PersonCard } from '@zing/proto/people'
import type { Ctx } from '../context.ts'
import { pairId } from './pair-rules.ts'

export interface Notice {
  userId: number
  type: 'LIKE' | 'MATCH'
  about: PersonCard
  /** Unique per user: the same cause notifies once, however often its event comes. */
  cause: string
  at: Date
  /** Of the event that caused it. */
  epoch: number
}

/** Tells somebody of something, once; not of people between whom there is a block. */
export async function notify(ctx: Ctx, { userId, type, about, cause, at, epoch }: Notice): Promise<void> {
  const { Notification: Notifications, Pair } = ctx.models
  const pair = await Pair.findById(pairId(userId, about.id), { blocked: 1 }).lean()
  if (pair?.blocked || (await Notifications.exists({ userId, cause }))) return

  const id = await ctx.notificationIds.next()
  const unread = Math.min((await countUnread(ctx, userId)) + 1, NOTIFICATIONS_MAX)
  const payload = { userId: about.id, name: about.name, selfie: about.selfie }
  const notification: Notification = { id, type, payload, createdAt: at.toISOString(), readAt: null }
  const outbox = stamp([fact(notificationCreated, { userId, notification, unread })], { rev: 1, epoch })
  try {
    await Notifications.create({ _id: id, userId, type, aboutId: about.id, cause, createdAt: at, epoch, outbox })
  } catch (error) {
    if (isDuplicateKey(error)) return // told in the same instant by another process
    throw error
  }
  ctx.relay.wake(Notifications)
}

/** Of those that the list shows: the cost is the same however many there ever were. */
async function countUnread({ models }: Ctx, userId: number): Promise<number> {
  const shown = await models.Notification.find({ userId, isCleared: false }, { readAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(NOTIFICATIONS_MAX)
    .lean()
  return shown.filter(({ readAt }) => !readAt).length
}
