import { TRIP_MAX_MS } from '@zing/proto/limits'

const DAY_MS = 24 * 60 * 60 * 1_000
export const TRIP_DAYS_MAX = TRIP_MAX_MS / DAY_MS
const USUAL = 7

/** Last days that a trip may have, as `2026-12-31` in the time zone of the browser. */
export function tripDays(now: Date): { first: string; usual: string; last: string } {
  return { first: dayAfter(now, 0), usual: dayAfter(now, USUAL - 1), last: dayAfter(now, TRIP_DAYS_MAX - 1) }
}

/** The end of a day, in the time zone of the browser. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

function dayAfter(now: Date, days: number): string {
  // UTC has no days of 23 hours
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10)
}
