import { KEEP_MS } from '@zing/kit/nats/event-stream'
import { forEachPage } from '@zing/kit/nats/reconcile'
import { request } from '@zing/kit/nats/rpc'
import { isRemoval } from '@zing/proto/moderation/decisions'
import { getModerationPage, type ModerationItem } from '@zing/proto/nats/rpc/admin'
import { getRemoval } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import { decisionCause, liftCause, notifyOfEffect, notifyOfLift } from '../notifications/notify-of-measure.ts'

type Measure = Extract<ModerationItem, { type: 'taken' | 'lifted' }>

/**
 * Notifies of what moderators have decided within the time for which the stream keeps events, where these were lost. It
 * is less than CLEARED_KEPT_MS, so that a notification that was cleared is still known.
 */
export function repeatDecisions(ctx: Ctx): Promise<void> {
  return forEachPage(ctx.nats, getModerationPage, async (items) => {
    const measures = items.filter((item): item is Measure => isRecentMeasure(item) && item.epoch >= ctx.epoch.current())
    const causes = measures.map(causeOf)
    const users = { $in: [...new Set(measures.map(({ userId }) => userId))] }
    const known = await ctx.models.Notification.find({ userId: users, cause: { $in: causes } }, { cause: 1 }).lean()
    const notified = new Set(known.map(({ cause }) => cause))
    for (const measure of measures) {
      if (notified.has(causeOf(measure))) continue
      if (measure.type === 'lifted') await notifyOfLift(ctx, measure)
      else if (await hadEffect(ctx, measure)) await notifyOfEffect(ctx, measure)
    }
  })
}

function isRecentMeasure(item: ModerationItem): boolean {
  return (item.type === 'taken' || item.type === 'lifted') && Date.now() - Date.parse(item.at) < KEEP_MS
}

/** A removal that auth has missed too will be told by auth. */
async function hadEffect(ctx: Ctx, { action, userId, decisionId }: Measure): Promise<boolean> {
  return !isRemoval(action) || (await request(ctx.nats, getRemoval, { userId, decisionId })).isRemoved
}

/** Decisions have ids of their own, whomever they are about. */
function causeOf({ type, decisionId }: Measure): string {
  return type === 'taken' ? decisionCause(decisionId) : liftCause(decisionId)
}
