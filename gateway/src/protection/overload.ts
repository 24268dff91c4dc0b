import type { AnyEndpoint } from '@zing/proto/endpoint'
import type { Delay, Turn } from '../proxy/lane.ts'
import { LANES, laneOf } from './lanes.ts'
import { type Priority, priorityOf } from './priority.ts'

/** A delay that lasts less is a burst, which is served up to BURST_MAX_DELAY_MS. */
export const LASTING_MS = 1_000
export const BURST_MAX_DELAY_MS = 2_000
/** An event loop is late more easily, for example when many clients connect. */
export const LOOP_LASTING_MS = 2_000
/** Longest delay with which a call is accepted while the delay lasts; sessions are never refused for it. */
export const MAX_DELAY_MS: Record<Priority, number> = {
  session: Number.POSITIVE_INFINITY,
  message: 300,
  page: 200,
  discovery: 100,
}

/** True when calls are to be refused, as in CoDel: by the time that work waits and how long it does so, not by its number. */
export function isOverloaded({ ms, lastsMs }: Delay, maxDelayMs: number): boolean {
  return ms > (lastsMs >= LASTING_MS ? maxDelayMs : Math.max(maxDelayMs, BURST_MAX_DELAY_MS))
}

/** Longest delay with which a call of this kind is accepted while the delay lasts. */
export function maxDelayOf(endpoint: AnyEndpoint): number {
  return LANES[laneOf(endpoint)].maxDelayMs ?? MAX_DELAY_MS[priorityOf(endpoint)]
}

/**
 * True for a call that was accepted when the overload began and has waited for longer than calls may now. A burst, after
 * which no more calls come, is served to its end.
 */
export function isOutdated({ waitedMs, latestMs, delay }: Turn, maxDelayMs: number): boolean {
  const isLasting = delay.lastsMs >= LASTING_MS && latestMs <= maxDelayMs
  return waitedMs > maxDelayMs && isLasting && isOverloaded(delay, maxDelayMs)
}
