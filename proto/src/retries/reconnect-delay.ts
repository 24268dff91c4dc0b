import {
  RECONNECT_ATTEMPTS,
  RECONNECT_BASE_MS,
  RECONNECT_FACTOR,
  RECONNECT_MAX_MS,
  RECONNECT_SLOW_MS,
} from '../limits.ts'

const JITTER = 0.3

/**
 * Delay in ms before reconnect `attempt` (from 0): the specification's delays for RECONNECT_ATTEMPTS attempts, then
 * RECONNECT_SLOW_MS. Up to 30 % of jitter keeps clients from reconnecting all at once.
 */
export function reconnectDelayMs(attempt: number, random: () => number = Math.random): number {
  const delay =
    attempt < RECONNECT_ATTEMPTS
      ? Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * RECONNECT_FACTOR ** attempt)
      : RECONNECT_SLOW_MS
  return Math.round(delay * (1 + JITTER * random()))
}
