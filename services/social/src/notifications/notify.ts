import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { notificationCreated } from '@zing/proto/nats/events'
import type {
  AccountChangePayload,
  DecisionPayload,
  DevicePayload,
  NewPeoplePayload,
  Notification,
  VerificationPayload,
  WarningPayload,
} from '@zing/proto/notifications'
import type { z } from 'zod/mini'
import type { Ctx } from '../context.ts'
import { countUnread } from './count-unread.ts'

interface Common {
  userId: number
  cause: string
  at: Date
  epoch: number
}

/** About the user's own account. */
export type AccountNotification =
  | { type: 'WARNING'; payload: z.output<typeof WarningPayload> }
  | { type: 'DECISION'; payload: z.output<typeof DecisionPayload> }
  | { type: 'NEW_DEVICE'; payload: z.output<typeof DevicePayload> }
  | { type: 'ACCOUNT_CHANGE'; payload: z.output<typeof AccountChangePayload> }
  | { type: 'NEW_PEOPLE'; payload: z.output<typeof NewPeoplePayload> }
  | { type: 'VERIFICATION'; payload: z.output<typeof VerificationPayload> }

/** Creates a notification about the user's own account once per cause, unless the user is deleted. */
export async function notifyOfAccount(ctx: Ctx, input: Common & AccountNotification): Promise<void> {
  const { type, payload, ...common } = input
  if (await isAnyDeleted(ctx.models.Tombstone, [common.userId])) return
  const content = { type, payload } as AccountNotification // both come from one variant
  await create(ctx, common, { content, stored: { type, payload } })
}

interface Contents {
  /** The content in the form of the contract. */
  content: AccountNotification
  stored: { type: Notification['type']; payload: unknown }
}

async function create(ctx: Ctx, { userId, cause, at, epoch }: Common, { content, stored }: Contents): Promise<void> {
  const { Notification: Notifications } = ctx.models
  if (await Notifications.exists({ userId, cause })) return
  const id = await ctx.notificationIds.next()
  const unread = await countUnread(ctx, userId, cause)
  const notification: Notification = { id, ...content, createdAt: at.toISOString(), readAt: null }
  const created = event(notificationCreated, { userId, notification, unread, isAnnounced: true })
  const outbox = toOutboxEntries([created], { rev: 1, epoch })
  try {
    await Notifications.create({ _id: id, userId, ...stored, cause, createdAt: at, epoch, outbox })
  } catch (error) {
    if (isDuplicateKey(error)) return // created concurrently by another process
    throw error
  }
  ctx.relay.publish(Notifications, { _id: id, outbox })
}
