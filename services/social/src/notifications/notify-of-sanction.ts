import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { isRemoval } from '@zing/proto/moderation/decisions'
import type { contentRemoved, EventOf, sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { notifyOfAccount } from './notify.ts'

export function decisionCause(decisionId: number): string {
  return `decision:${decisionId}`
}

export function liftCause(decisionId: number): string {
  return `lift:${decisionId}`
}

type Imposed = Omit<EventOf<typeof sanctionImposed>, 'id' | 'rev'>
type Lifted = Omit<EventOf<typeof sanctionLifted>, 'id' | 'rev'>

/** Notifies of a warning or another sanction. Auth announces a removal, once it has removed something. */
export async function notifyOfSanction(ctx: Ctx, event: Imposed): Promise<void> {
  if (!isRemoval(event.action)) await notifyOfEffect(ctx, event)
}

export async function notifyOfRemoval(ctx: Ctx, event: EventOf<typeof contentRemoved>): Promise<void> {
  await notifyOfEffect(ctx, { ...event, until: null })
}

type Effect = Pick<Imposed, 'userId' | 'decisionId' | 'action' | 'reason' | 'text' | 'until' | 'at' | 'epoch'>

/** Notifies once per decision. */
export async function notifyOfEffect(ctx: Ctx, event: Effect): Promise<void> {
  const { userId, decisionId, action, reason, text, until, at, epoch } = event
  const common = { userId, cause: decisionCause(decisionId), at: new Date(at), epoch }
  if (action === 'warn') await notifyOfAccount(ctx, { ...common, type: 'WARNING', payload: { reason, text } })
  else await notifyOfAccount(ctx, { ...common, type: 'DECISION', payload: { action, reason, text, until } })
}

/**
 * Notifies once that a decision is withdrawn, and removes the decision's own notification, even if its event comes
 * later. If the user was not notified of a removal, its end is no news either.
 */
export async function notifyOfLift(ctx: Ctx, event: Lifted): Promise<void> {
  const { userId, decisionId, action, reason, text, at, epoch } = event
  if (await isAnyDeleted(ctx.models.Tombstone, [userId])) return
  const hidden = { isCleared: true, readAt: new Date(at) }
  const missing = { _id: await ctx.notificationIds.next(), type: 'DECISION', createdAt: new Date(at), epoch } as const
  const decision = await ctx.models.Notification.findOneAndUpdate(
    { userId, cause: decisionCause(decisionId) },
    { $set: hidden, $setOnInsert: missing },
    { upsert: true, returnDocument: 'after', projection: { payload: 1 } },
  ).lean()
  if (isRemoval(action) && !decision?.payload) return
  const payload = { action: 'lift' as const, reason, text, until: null }
  await notifyOfAccount(ctx, {
    userId,
    cause: liftCause(decisionId),
    at: new Date(at),
    epoch,
    type: 'DECISION',
    payload,
  })
}
