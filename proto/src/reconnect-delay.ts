import {
  RECONNECT_ATTEMPTS,
  RECONNECT_BASE_MS,
  RECONNECT_FACTOR,
  RECONNECT_MAX_MS,
  RECONNECT_SLOW_MS,
} from './limits.ts'

const JITTER = 0.3

/** Ten tries by the specification's delays, then every 30 s; up to 30 % more, so that not all come back in one instant. */
export function reconnectDelayMs(attempt: number, random: () => number = Math.random): number {
  const delay =
    attempt < RECONNECT_ATTEMPTS
      ? Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * RECONNECT_FACTOR ** attempt)
      : RECONNECT_SLOW_MS
  return Math.round(delay * (1 + JITTER * random()))
}
