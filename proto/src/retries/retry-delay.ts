const FIRST_MS = 1_000
const MAX_MS = 30_000
/** Longer Retry-After values of a server count as this long. */
export const RETRY_AFTER_MAX_MS = 300_000

interface Bounds {
  firstMs?: number
  maxMs?: number
  /** The delay that the server's Retry-After requests. */
  retryAfterMs?: number
}

/**
 * The delay in ms before a client's retry `attempt` (from 0), in addition to the server's Retry-After. It is random,
 * below a bound that doubles up to `maxMs`. So clients that failed together do not return together.
 */
export function clientRetryDelayMs(
  attempt: number,
  { firstMs = FIRST_MS, maxMs = MAX_MS, retryAfterMs = 0 }: Bounds = {},
  random: () => number = Math.random,
): number {
  const bound = Math.min(maxMs, firstMs * 2 ** attempt)
  return Math.round(Math.min(RETRY_AFTER_MAX_MS, retryAfterMs) + bound * random())
}

/**
 * Reads a Retry-After header, in seconds or as a date (RFC 9110), in ms. Returns 0 if it is missing, malformed or past.
 */
export function parseRetryAfterMs(header: string | null | undefined, now = Date.now()): number {
  if (!header) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
