import type { Delay } from '../proxy/lane.ts'
import type { Priority } from './priority.ts'

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
