const FIRST_MS = 5_000
const MAX_MS = 60 * 60 * 1_000
/** A push host cannot ask for a longer wait: the notification would have expired. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60 * 1_000

/** A push that failed. */
export interface FailedPush {
  /** Age by the clock of this process, which may differ from the clock of the queueing process. */
  ageMs: number
  /** Deliveries to a process. While the host has no room, a delivery is no attempt. */
  deliveryCount: number
  /** 0 if the host sent none. */
  retryAfterMs: number
}

/**
 * Time until the next attempt of a push. It waits as long again as it has waited so far, from 5 s to an hour. It waits
 * at least as long as the host asks with Retry-After. A random quarter more spreads pushes that failed together. The
 * first attempts are soon at any age, since a clock may be wrong by an hour.
 */
export function backOffMs(
  { ageMs, deliveryCount, retryAfterMs }: FailedPush,
  { firstMs = FIRST_MS, random = Math.random }: { firstMs?: number | undefined; random?: () => number } = {},
): number {
  const own = Math.max(firstMs, Math.min(MAX_MS, ageMs, firstMs * 2 ** deliveryCount))
  return Math.round(Math.max(own, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)) * (1 + random() / 4))
}
