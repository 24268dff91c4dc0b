import { randomInt } from 'node:crypto'
import type { Ctx } from '../context.ts'
import { findProfiles } from '../profiles/find-profiles.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
const SPREAD_MS = 8 * HOUR_MS

interface Alerts {
  enabled: boolean
}

export async function getAlerts(ctx: Ctx, userId: number): Promise<Alerts> {
  const [profile] = await findProfiles(ctx, [userId])
  return { enabled: Boolean(profile?.alertAt) }
}

/** The first alert comes after a day at the earliest, about accounts that are made from now on. */
export async function setAlerts(ctx: Ctx, userId: number, { enabled }: Alerts): Promise<Alerts> {
  await findProfiles(ctx, [userId])
  const now = new Date()
  const off = { $unset: { alertAt: 1, alertSince: 1 } }
  const on = { $set: { alertAt: nextAlertAt(now), alertSince: now } }
  const filter = { _id: userId, alertAt: { $exists: !enabled } }
  await ctx.models.Profile.updateOne(filter, enabled ? on : off)
  return { enabled }
}

/** At most one alert a day, at another hour each time: its time must not tell when somebody has registered. */
export function nextAlertAt(now: Date): Date {
  return new Date(now.getTime() + DAY_MS + randomInt(SPREAD_MS))
}
