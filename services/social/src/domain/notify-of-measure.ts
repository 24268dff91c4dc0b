import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import type { EventOf, measureLifted, measureTaken } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { notifyOfAccount } from './notify.ts'

export function decisionCause(decisionId: number): string {
  return `decision:${decisionId}`
}

export function liftCause(decisionId: number): string {
  return `lift:${decisionId}`
}

type Taken = Omit<EventOf<typeof measureTaken>, 'id' | 'rev'>
type Lifted = Omit<EventOf<typeof measureLifted>, 'id' | 'rev'>

/** Notifies once per decision, of a warning or of what moderators have done to the account. */
export async function notifyOfMeasure(ctx: Ctx, event: Taken): Promise<void> {
  const { userId, decisionId, action, reason, text, until, at, epoch } = event
  const common = { userId, cause: decisionCause(decisionId), at: new Date(at), epoch }
  if (action === 'warn') await notifyOfAccount(ctx, { ...common, type: 'WARNING', payload: { reason, text } })
  else await notifyOfAccount(ctx, { ...common, type: 'DECISION', payload: { action, reason, text, until } })
}

/** Notifies once that a decision is withdrawn, and takes its own notification away, also one whose event is handled later. */
export async function notifyOfLift(ctx: Ctx, event: Lifted): Promise<void> {
  const { userId, decisionId, reason, text, at, epoch } = event
  if (await isAnyDeleted(ctx.models.Tombstone, [userId])) return
  const hidden = { isCleared: true, readAt: new Date(at) }
  const missing = { _id: await ctx.notificationIds.next(), type: 'DECISION', createdAt: new Date(at), epoch } as const
  await ctx.models.Notification.updateOne(
    { userId, cause: decisionCause(decisionId) },
    { $set: hidden, $setOnInsert: missing },
    { upsert: true },
  )
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
