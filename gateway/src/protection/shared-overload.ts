import type { Delay } from '@zing/kit/overload/lane'
import { isOverloaded } from '@zing/kit/overload/overload'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { MAX_DELAY_MS, maxDelayOf } from './overload.ts'
import { type Priority, priorityOf } from './priority.ts'

/** An overload counts for so long after the last call that met it. */
const LASTS_MS = 1_000
/** Sessions are never refused, and messages for their own wait only: they are what the others make room for. */
const YIELDING: Priority[] = ['page', 'discovery']

/**
 * Decides which calls of services that are not overloaded themselves are refused: if such a service is slow while another one is
 * overloaded, the two share a processor or database. Calls of services that are fast go on.
 */
export function createSharedOverload(now: () => number = () => performance.now()) {
  let metAt = Number.NEGATIVE_INFINITY

  return {
    /** Notes the delay that a call meets in its lane. */
    observe(delay: Delay): void {
      if (isOverloaded(delay, MAX_DELAY_MS.discovery)) metAt = now()
    },
    /** `tookMs`: how long the service takes for calls of this lane now; called only under an overload. */
    mustYield(endpoint: AnyEndpoint, tookMs: () => number): boolean {
      if (now() - metAt >= LASTS_MS || !YIELDING.includes(priorityOf(endpoint))) return false
      return tookMs() > maxDelayOf(endpoint)
    },
  }
}
