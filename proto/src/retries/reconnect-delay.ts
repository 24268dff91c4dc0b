import {
  RECONNECT_ATTEMPTS,
  RECONNECT_BASE_MS,
  RECONNECT_FACTOR,
  RECONNECT_MAX_MS,
  RECONNECT_SLOW_MS,
  RECONNECT_TOLD_MAX_MS,
} from '../limits.ts'

const JITTER = 0.3

interface Options {
  /** The window that the server has named for a lost socket. */
  windowMs?: number
  random?: () => number
}

/**
 * Delay in ms before reconnect `attempt` (from 0): the specification's delays for RECONNECT_ATTEMPTS attempts, then
 * RECONNECT_SLOW_MS. Jitter of 30 %, or of the whole window, keeps clients from reconnecting all at once.
 */
export function reconnectDelayMs(attempt: number, { windowMs = 0, random = Math.random }: Options = {}): number {
  const delay =
    attempt < RECONNECT_ATTEMPTS
      ? Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * RECONNECT_FACTOR ** attempt)
      : RECONNECT_SLOW_MS
  return Math.round(delay + Math.max(JITTER * delay, windowMs) * random())
}

/** Reads the delay in ms that a server has put into the reason of a close; null without one. */
export function toldDelayMs(reason: string): number | null {
  return /^\d{1,6}$/.test(reason) ? Math.min(RECONNECT_TOLD_MAX_MS, Number(reason)) : null
}
