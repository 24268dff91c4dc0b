import { MESSAGE_MAX_DELAY_MS } from '@zing/kit/overload/overload'
import type { AnyEndpoint, Priority } from '@zing/proto/endpoint'
import { LANES } from './lanes.ts'
import type { LoopDelay } from './loop-delay.ts'

/** Longest accepted delay while the delay lasts. Sessions are never refused for it. */
export const MAX_DELAY_MS: Record<Priority, number> = {
  session: Number.POSITIVE_INFINITY,
  message: MESSAGE_MAX_DELAY_MS,
  page: (MESSAGE_MAX_DELAY_MS * 2) / 3,
  discovery: MESSAGE_MAX_DELAY_MS / 3,
}

/** A call waits for at least this many turns of the event loop: to the service and back. */
export const TURNS_OF_A_CALL = 2

/** Returns the bound of the call's lane, otherwise MAX_DELAY_MS. */
export function maxDelayOf({ lane, priority }: AnyEndpoint): number {
  return LANES[lane].maxDelayMs ?? MAX_DELAY_MS[priority]
}

/** True while the event loop is too late for calls of this priority, as after a pause. */
export function isLoopLate(loopDelay: LoopDelay, { priority }: AnyEndpoint): boolean {
  return TURNS_OF_A_CALL * loopDelay.measure() > MAX_DELAY_MS[priority]
}
