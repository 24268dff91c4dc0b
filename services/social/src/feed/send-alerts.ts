import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import type { Ctx } from '../context.ts'
import type { Profile } from '../models/profile.ts'
import { notifyOfAccount } from '../notifications/notify.ts'
import { hasNewFitting } from './discover.ts'
import { nextAlertAt } from './discovery-alerts.ts'

const IDLE_MS = 60_000
/** Time to the next look while more are due. */
const EVERY_MS = 1_000
const ALERTS_AT_ONCE = 50
/** An alert is about accounts that are at least this old, so it never follows a registration at once. */
const HOLD_MS = 2 * 60 * 60 * 1_000

/** Tells users who want it, at a random time once a day, that someone new fits. */
export function startAlerts(ctx: Ctx, idleMs = IDLE_MS): Repeated {
  return repeat(() => sendDueAlerts(ctx), {
    everyMs: Math.min(EVERY_MS, idleMs),
    idleMs,
    onFailure: (err) => ctx.log.warn({ err }, 'alerts failed, will be retried'),
  })
}

async function sendDueAlerts(ctx: Ctx): Promise<boolean> {
  const due = await ctx.models.Profile.find(
    { alertAt: { $lte: new Date() }, ...ofCurrentEpoch(ctx) },
    { alertAt: 1, alertSince: 1, epoch: 1 },
  )
    .limit(ALERTS_AT_ONCE)
    .lean()
  for (const one of due) await sendAlert(ctx, one)
  return due.length === ALERTS_AT_ONCE
}

type Due = Pick<Profile, '_id' | 'alertAt' | 'alertSince' | 'epoch'>

/** Names the alert by its due time: another process, or a repetition after a crash, makes no second one. */
async function sendAlert(ctx: Ctx, { _id, alertAt, alertSince, epoch }: Due): Promise<void> {
  if (!alertAt) return
  const now = new Date()
  const [since, until] = [alertSince ?? now, new Date(now.getTime() - HOLD_MS)]
  if (await hasNewFitting(ctx, _id, { since, until })) {
    const cause = `new-people:${alertAt.getTime()}`
    await notifyOfAccount(ctx, { userId: _id, cause, at: now, epoch, type: 'NEW_PEOPLE', payload: {} })
  }
  const next = { alertAt: nextAlertAt(now), alertSince: until > since ? until : since }
  await ctx.models.Profile.updateOne({ _id, alertAt }, { $set: next })
}
