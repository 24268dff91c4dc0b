/** Consecutive failed logins of one account; times in ms since 1970. */
export interface Failures {
  count: number
  lastAt: number
}

const FREE_FAILURES = 5
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 15 * 60 * 1_000
export const FAILURES_TTL_MS = 2 * MAX_WAIT_MS

/** Backoff after `count` failures: none below 5, then 1 s doubling to 15 min. */
export function waitMs(count: number): number {
  if (count < FREE_FAILURES) return 0
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE_FAILURES))
}

/** Never more than the backoff: the process that counted last may have a clock that is ahead. */
export function remainingMs(failures: Failures | null, at: number): number {
  if (!failures) return 0
  const wait = waitMs(failures.count)
  return Math.min(wait, failures.lastAt + wait - at)
}

export function withFailure(before: Failures | null, at: number, weight: number): Failures {
  const previous = before && at - before.lastAt < FAILURES_TTL_MS ? before.count : 0
  return { count: previous + weight, lastAt: at }
}
