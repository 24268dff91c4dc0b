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
}

/** Tells somebody of something, once; not of people between whom there is a block. */
export async function notify(ctx: Ctx, { userId, type, about, cause, at }: Notice): Promise<void> {
  const { Notification: Notifications, Pair } = ctx.models
  const pair = await Pair.findById(pairId(userId, about.id), { blocked: 1 }).lean()
  if (pair?.blocked || (await Notifications.exists({ userId, cause }))) return

  const id = await ctx.notificationIds.next()
  const waiting = { userId, readAt: null, isCleared: false }
  const unread = (await Notifications.countDocuments(waiting, { limit: NOTIFICATIONS_MAX })) + 1
  const payload = { userId: about.id, name: about.name, selfie: about.selfie }
  const notification: Notification = { id, type, payload, createdAt: at.toISOString(), readAt: null }
  const epoch = ctx.epoch.current()
  const outbox = stamp([fact(notificationCreated, { userId, notification, unread })], { rev: 1, epoch })
  try {
    await Notifications.create({ _id: id, userId, type, aboutId: about.id, cause, createdAt: at, epoch, outbox })
  } catch (error) {
    if (isDuplicateKey(error)) return // told in the same instant by another process
    throw error
  }
  ctx.relay.wake()
}
