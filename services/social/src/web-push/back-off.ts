const FIRST_MS = 5_000
const MAX_MS = 60 * 60 * 1_000
/** A push host gets no more: the notification would have expired. */
const RETRY_AFTER_MAX_MS = 24 * 60 * 60 * 1_000

/**
 * Time until the next attempt of a push: as long again as it has waited, from 5 s to an hour, and not sooner than its host has set
 * with Retry-After; up to a quarter more, so that pushes that failed together are not repeated together.
 */
export function backOffMs(ageMs: number, retryAfterMs = 0, random: () => number = Math.random): number {
  const own = Math.min(MAX_MS, Math.max(FIRST_MS, ageMs))
  return Math.round(Math.max(own, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)) * (1 + random() / 4))
}

/** Reads a Retry-After header, of seconds or a date (RFC 9110); 0 for none and for any other. */
export function readRetryAfterMs(header: string | undefined, now: number): number {
  if (!header) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
