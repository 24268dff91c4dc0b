import type { Delay, Turn } from './lane.ts'

/** A shorter delay is a burst, which is served up to BURST_MAX_DELAY_MS. */
export const LASTING_MS = 1_000
export const BURST_MAX_DELAY_MS = 1_500
/** While the delay lasts, a longer one refuses messages. Responses are due within 2 s. */
export const MESSAGE_MAX_DELAY_MS = 800

/** Limits per process of a service, for ordinary calls and for messages over sockets. */
export const ORDINARY_CALLS = {
  maxInFlight: 64,
  maxQueued: 500,
  /** Time from the arrival of a call to its response. */
  deadlineMs: 4_000,
} as const

/** Part of a call's time that the service needs. A call that has waited longer does not start. */
const SERVICE_SHARE = 1 / 4

/** Latest start of a call whose response is due by `deadline`. */
export function startBy(deadline: number, deadlineMs: number): number {
  return deadline - deadlineMs * SERVICE_SHARE
}

/**
 * True when calls are to be refused. As in CoDel, the time that work waits decides, and how long it has done so, not its
 * amount.
 */
export function isOverloaded({ ms, lastsMs }: Delay, maxDelayMs: number): boolean {
  return ms > (lastsMs >= LASTING_MS ? maxDelayMs : Math.max(maxDelayMs, BURST_MAX_DELAY_MS))
}

/**
 * True for a call from the beginning of an overload that would make the calls behind it wait too long. A burst without
 * further calls is served to its end.
 */
export function isOutdated({ waitedMs, latestMs, delay }: Turn, maxDelayMs: number): boolean {
  const isFromBegin = waitedMs >= LASTING_MS && waitedMs > maxDelayMs
  const isLasting = delay.lastsMs >= LASTING_MS && latestMs <= maxDelayMs
  return isFromBegin && isLasting && isOverloaded(delay, maxDelayMs)
}
