import { MESSAGE_MAX_DELAY_MS } from '@zing/kit/overload/overload'
import type { AnyEndpoint, Priority } from '@zing/proto/endpoint'
import { LANES } from './lanes.ts'

/** An event loop is late more easily, for example when many clients connect. */
export const LOOP_LASTING_MS = 2_000
/** Longest delay with which a call is accepted while the delay lasts; sessions are never refused for it. */
export const MAX_DELAY_MS: Record<Priority, number> = {
  session: Number.POSITIVE_INFINITY,
  message: MESSAGE_MAX_DELAY_MS,
  page: 200,
  discovery: 100,
}

/** As MAX_DELAY_MS, unless the lane of the call has a bound of its own. */
export function maxDelayOf({ lane, priority }: AnyEndpoint): number {
  return LANES[lane].maxDelayMs ?? MAX_DELAY_MS[priority]
}

/**
 * Longest time that a service takes for calls with which they are accepted while another lane is overloaded; without
 * load, 10 to 20 ms.
 */
const MAX_TOOK_MS: Partial<Record<Priority, number>> = { page: 60, discovery: 40 }

/** As MAX_TOOK_MS, unless the lane of the call has a bound of its own. */
export function maxTookOf({ lane, priority }: AnyEndpoint): number {
  return LANES[lane].maxTookMs ?? MAX_TOOK_MS[priority] ?? Number.POSITIVE_INFINITY
}
