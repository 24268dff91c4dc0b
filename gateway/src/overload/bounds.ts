import { MESSAGE_MAX_DELAY_MS } from '@zing/kit/overload/overload'
import type { AnyEndpoint, Priority } from '@zing/proto/endpoint'
import { LANES } from './lanes.ts'

/** An event loop is late more often, for example when many clients connect. */
export const LOOP_LASTING_MS = 2_000
/** Longest accepted delay while the delay lasts. Sessions are never refused for it. */
export const MAX_DELAY_MS: Record<Priority, number> = {
  session: Number.POSITIVE_INFINITY,
  message: MESSAGE_MAX_DELAY_MS,
  page: 200,
  discovery: 100,
}

/** Returns the bound of the call's lane, otherwise MAX_DELAY_MS. */
export function maxDelayOf({ lane, priority }: AnyEndpoint): number {
  return LANES[lane].maxDelayMs ?? MAX_DELAY_MS[priority]
}

/**
 * While another lane is overloaded, calls of a service that takes longer are refused. Without load a service takes 10 to 20
 * ms.
 */
const MAX_TOOK_MS: Partial<Record<Priority, number>> = { page: 60, discovery: 40 }

/** Returns the bound of the call's lane, otherwise MAX_TOOK_MS. */
export function maxTookOf({ lane, priority }: AnyEndpoint): number {
  return LANES[lane].maxTookMs ?? MAX_TOOK_MS[priority] ?? Number.POSITIVE_INFINITY
}
