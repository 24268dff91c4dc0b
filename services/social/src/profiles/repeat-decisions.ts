import { forEachPage } from '@zing/kit/nats/reconcile'
import { request } from '@zing/kit/nats/rpc'
import { KEEP_MS } from '@zing/kit/nats/streams/event-stream'
import { isRemoval } from '@zing/proto/moderation/decisions'
import { getModerationPage, type ModerationItem } from '@zing/proto/nats/rpc/admin'
import { getRemoval } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import { decisionCause, liftCause, notifyOfEffect, notifyOfLift } from '../notifications/notify-of-sanction.ts'

type Sanction = Extract<ModerationItem, { type: 'imposed' | 'lifted' }>

/**
 * Notifies of decisions whose events were lost, for as long as the stream keeps events. This is shorter than
 * CLEARED_KEPT_MS, so that a cleared notification is still known.
 */
export function repeatDecisions(ctx: Ctx): Promise<void> {
  return forEachPage(ctx.nats, getModerationPage, async (items) => {
    const sanctions = items.filter(
      (item): item is Sanction => isRecentSanction(item) && item.epoch >= ctx.epoch.current(),
    )
    const causes = sanctions.map(causeOf)
    const users = { $in: [...new Set(sanctions.map(({ userId }) => userId))] }
    const known = await ctx.models.Notification.find({ userId: users, cause: { $in: causes } }, { cause: 1 }).lean()
    const notified = new Set(known.map(({ cause }) => cause))
    for (const sanction of sanctions) {
      if (notified.has(causeOf(sanction))) continue
      if (sanction.type === 'lifted') await notifyOfLift(ctx, sanction)
      else if (await hadEffect(ctx, sanction)) await notifyOfEffect(ctx, sanction)
    }
  })
}

function isRecentSanction(item: ModerationItem): boolean {
  return (item.type === 'imposed' || item.type === 'lifted') && Date.now() - Date.parse(item.at) < KEEP_MS
}

/** If auth has missed the removal too, auth will announce it. */
async function hadEffect(ctx: Ctx, { action, userId, decisionId }: Sanction): Promise<boolean> {
  return !isRemoval(action) || (await request(ctx.nats, getRemoval, { userId, decisionId })).isRemoved
}

/** Ids of decisions are unique across users. */
function causeOf({ type, decisionId }: Sanction): string {
  return type === 'imposed' ? decisionCause(decisionId) : liftCause(decisionId)
}
