import type { FallbackReason, Settings } from '@zing/proto/community/settings'

const HOUR_MS = 60 * 60 * 1_000
/** More sign-ups of an hour than this many times the usual close an open door. */
const MANY_TIMES_USUAL = 5
/**
 * Fewer sign-ups of an hour never do, also where one a day is usual. With the check's interval, fewer than a hundred of
 * 10,000 an hour come in (`npm run load -- door`).
 */
export const MANY_SIGN_UPS_MIN = 50

export interface DoorFacts {
  /** When a person last opened the door; null: it was never anything else. */
  openedAt: Date | null
  /** The last decision of a moderator about a case or an application; null without one. */
  lastActAt: Date | null
  /** Cases whose time is over. */
  casesDue: number
  signUps: {
    /** Sign-ups of the last sixty minutes. */
    lastHour: number
    /** The average of this hour of the day. */
    usual: number
  }
  /** When the oldest application had to be decided; null without one. */
  oldestApplicationDueAt: Date | null
}

/**
 * Says why an open door turns to approval now; null if it stays open. Causes from before
 * the last opening do not count: the keeper knew them.
 */
export function decideFallback(
  { mode, fallback }: Settings['registration'],
  { openedAt, lastActAt, casesDue, signUps, oldestApplicationDueAt }: DoorFacts,
  now: Date,
): FallbackReason | null {
  if (mode !== 'open' || !fallback.enabled) return null
  const opened = openedAt?.getTime() ?? 0
  const hourBegan = now.getTime() - HOUR_MS
  const isFlooded = signUps.lastHour >= Math.max(MANY_SIGN_UPS_MIN, MANY_TIMES_USUAL * signUps.usual)
  if (isFlooded && opened <= hourBegan) return 'MANY_SIGN_UPS'
  const silentSince = Math.max(opened, lastActAt?.getTime() ?? 0)
  if (casesDue > 0 && now.getTime() - silentSince >= fallback.hours * HOUR_MS) return 'NO_MODERATOR'
  const due = oldestApplicationDueAt?.getTime() ?? Number.POSITIVE_INFINITY
  return due < now.getTime() && due > opened ? 'QUEUE_OVERDUE' : null
}
