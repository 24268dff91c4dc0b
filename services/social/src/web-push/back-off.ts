const FIRST_MS = 5_000
const MAX_MS = 60 * 60 * 1_000
/** A push host gets no more: the notification would have expired. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60 * 1_000

/** A push that failed. */
export interface FailedPush {
  /** By the clock of this process, which may differ from that of the process that queued it. */
  ageMs: number
  /** How often it was delivered to a process; more often than it was tried, while its host had no room. */
  deliveryCount: number
  /** 0 if its host has set none. */
  retryAfterMs: number
  /** Shortest time, which a test may shorten. */
  firstMs?: number | undefined
}

/**
 * Time until the next attempt of a push: as long again as it has waited, from 5 s to an hour, and not sooner than its
 * host has set with Retry-After; up to a quarter more, so that pushes that failed together are not repeated together.
 * The first attempts are soon whatever its age: a clock that is wrong by an hour would delay them by an hour.
 */
export function backOffMs(
  { ageMs, deliveryCount, retryAfterMs, firstMs = FIRST_MS }: FailedPush,
  random: () => number = Math.random,
): number {
  const own = Math.max(firstMs, Math.min(MAX_MS, ageMs, firstMs * 2 ** deliveryCount))
  return Math.round(Math.max(own, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)) * (1 + random() / 4))
}
