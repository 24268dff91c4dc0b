import type { EventOf, measureLifted, measureTaken } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { notifyOfAccount } from './notify.ts'

/** Notifies once per decision, of a warning or of what moderators have done to the account. */
export async function notifyOfMeasure(ctx: Ctx, event: EventOf<typeof measureTaken>): Promise<void> {
  const { userId, decisionId, action, reason, text, until, at, epoch } = event
  const common = { userId, cause: `decision:${decisionId}`, at: new Date(at), epoch }
  if (action === 'warn') await notifyOfAccount(ctx, { ...common, type: 'WARNING', payload: { reason, text } })
  else await notifyOfAccount(ctx, { ...common, type: 'DECISION', payload: { action, reason, text, until } })
}

/** Notifies once that a decision is withdrawn, and takes its own notification away, also one whose event is handled later. */
export async function notifyOfLift(ctx: Ctx, event: EventOf<typeof measureLifted>): Promise<void> {
  const { userId, decisionId, reason, text, at, epoch } = event
  const hidden = { isCleared: true, readAt: new Date(at) }
  const missing = { _id: await ctx.notificationIds.next(), type: 'DECISION', createdAt: new Date(at), epoch } as const
  await ctx.models.Notification.updateOne(
    { userId, cause: `decision:${decisionId}` },
    { $set: hidden, $setOnInsert: missing },
    { upsert: true },
  )
  const payload = { action: 'lift' as const, reason, text, until: null }
  const cause = `lift:${decisionId}`
  await notifyOfAccount(ctx, { userId, cause, at: new Date(at), epoch, type: 'DECISION', payload })
}
