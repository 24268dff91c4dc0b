/** Failed logins at one account, one after another. Times in ms since 1970. */
export interface Failures {
  count: number
  lastAt: number
}

const FREE_FAILURES = 5
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 15 * 60 * 1_000
/** After so long without a failure everything is forgotten. */
export const FORGET_MS = 2 * MAX_WAIT_MS

/** How long the account waits after so many failures: nothing up to 5, then 1 s doubling to 15 min. */
export function waitMs(count: number): number {
  if (count < FREE_FAILURES) return 0
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE_FAILURES))
}

/** What is left of the wait; 0 or less when there is none. */
export function leftMs(failures: Failures | null, at: number): number {
  return failures ? failures.lastAt + waitMs(failures.count) - at : 0
}

export function withFailure(before: Failures | null, at: number, weight: number): Failures {
  const remembered = before && at - before.lastAt < FORGET_MS ? before.count : 0
  return { count: remembered + weight, lastAt: at }
}
