import type { Delay, Turn } from './lane.ts'

/**
 * A delay that lasts less is a burst, which is served up to BURST_MAX_DELAY_MS: with the time of the service, a
 * response within 2 s.
 */
export const LASTING_MS = 1_000
export const BURST_MAX_DELAY_MS = 1_500
/** Longest delay with which a message is accepted while the delay lasts. */
export const MESSAGE_MAX_DELAY_MS = 300

/** Limits of ordinary calls, and of the messages that arrive over sockets, per process of the service. */
export const ORDINARY_CALLS = {
  maxInFlight: 64,
  maxQueued: 500,
  /** From the arrival of a call to its response. */
  deadlineMs: 4_000,
} as const

/** Part of a call's time that is left for the service; a call that has waited longer is not begun. */
const SERVICE_SHARE = 1 / 4

/** Latest start of a call that must have its response by `deadline`. */
export function startBy(deadline: number, deadlineMs: number): number {
  return deadline - deadlineMs * SERVICE_SHARE
}

/** True when calls are to be refused, as in CoDel: by the time that work waits and how long it does so, not by its number. */
export function isOverloaded({ ms, lastsMs }: Delay, maxDelayMs: number): boolean {
  return ms > (lastsMs >= LASTING_MS ? maxDelayMs : Math.max(maxDelayMs, BURST_MAX_DELAY_MS))
}

/**
 * True for a call that was accepted when the overload began, and would make those behind it wait for longer than calls may
 * now. A burst, after which no more calls come, is served to its end.
 */
export function isOutdated({ waitedMs, latestMs, delay }: Turn, maxDelayMs: number): boolean {
  const isFromBegin = waitedMs >= LASTING_MS && waitedMs > maxDelayMs
  const isLasting = delay.lastsMs >= LASTING_MS && latestMs <= maxDelayMs
  return isFromBegin && isLasting && isOverloaded(delay, maxDelayMs)
}
