import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import { notificationCreated } from '@zing/proto/nats/events'
import type {
  AccountChangePayload,
  DecisionPayload,
  DevicePayload,
  Notification,
  WarningPayload,
} from '@zing/proto/notifications'
import { pairKey } from '@zing/proto/pair-key'
import type { UserSummary } from '@zing/proto/users'
import type { z } from 'zod/mini'
import type { Ctx } from '../context.ts'
import type { NotificationDocument } from '../models/notification.ts'
import { withoutSuspendedLikes } from './suspended-likes.ts'

interface Common {
  userId: number
  cause: string
  at: Date
  epoch: number
}

export type NotificationInput = Common & { type: 'LIKE' | 'MATCH'; about: UserSummary }

/** Creates a notification once per cause, unless the two users are blocked (SEC-63) or one of them is deleted. */
export async function notify(ctx: Ctx, { type, about, ...common }: NotificationInput): Promise<void> {
  if (await isAnyDeleted(ctx.models.Tombstone, [common.userId, about.id])) return
  const isBlocked = () => ctx.models.Pair.exists({ _id: pairKey(common.userId, about.id), blocked: true })
  if (!(await isBlocked())) {
    const payload = { userId: about.id, name: about.name, selfie: about.selfie }
    await create(ctx, common, { content: { type, payload }, stored: { type, aboutId: about.id } })
    if (!(await isBlocked())) return
  }
  // a block marks the pair, and then deletes what there is: what was created in between is deleted here
  await ctx.models.Notification.deleteMany({ userId: common.userId, aboutId: about.id })
}

/** About the user's own account. */
export type AccountNotification =
  | { type: 'WARNING'; payload: z.output<typeof WarningPayload> }
  | { type: 'DECISION'; payload: z.output<typeof DecisionPayload> }
  | { type: 'NEW_DEVICE'; payload: z.output<typeof DevicePayload> }
  | { type: 'ACCOUNT_CHANGE'; payload: z.output<typeof AccountChangePayload> }

/** Creates a notification about the user's own account once per cause, unless the user is deleted. */
export async function notifyOfAccount(ctx: Ctx, input: Common & AccountNotification): Promise<void> {
  const { type, payload, ...common } = input
  if (await isAnyDeleted(ctx.models.Tombstone, [common.userId])) return
  const content = { type, payload } as AccountNotification // the two are those of one variant
  await create(ctx, common, { content, stored: { type, payload } })
}

type Content = { type: 'LIKE' | 'MATCH'; payload: { userId: number; name: string; selfie: string | null } }

interface Contents {
  /** As the contract has it. */
  content: Content | AccountNotification
  stored: { type: Notification['type']; aboutId?: number; payload?: unknown }
}

async function create(ctx: Ctx, { userId, cause, at, epoch }: Common, { content, stored }: Contents): Promise<void> {
  const { Notification: Notifications } = ctx.models
  const shown = await findShown(ctx, userId)
  if (shown.some((notification) => notification.cause === cause)) return // older ones violate the unique index below

  const id = await ctx.notificationIds.next()
  const unreadOthers = await withoutSuspendedLikes(
    ctx,
    shown.filter(({ readAt }) => !readAt),
  )
  const unread = Math.min(unreadOthers.length + 1, NOTIFICATIONS_MAX)
  const notification: Notification = { id, ...content, createdAt: at.toISOString(), readAt: null }
  const outbox = toOutboxEntries([event(notificationCreated, { userId, notification, unread })], { rev: 1, epoch })
  try {
    await Notifications.create({ _id: id, userId, ...stored, cause, createdAt: at, epoch, outbox })
  } catch (error) {
    if (isDuplicateKey(error)) return // created earlier, or concurrently by another process
    throw error
  }
  ctx.relay.wake(Notifications)
}

type Shown = Pick<NotificationDocument, 'type' | 'aboutId' | 'cause' | 'readAt'>

function findShown({ models }: Ctx, userId: number): Promise<Shown[]> {
  return models.Notification.find({ userId, isCleared: false }, { type: 1, aboutId: 1, cause: 1, readAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(NOTIFICATIONS_MAX)
    .lean()
}
