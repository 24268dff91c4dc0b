import type { Delay } from '@zing/kit/overload/lane'
import { isOverloaded } from '@zing/kit/overload/overload'
import type { AnyEndpoint, Priority } from '@zing/proto/endpoint'
import { MAX_DELAY_MS, maxTookOf } from './bounds.ts'
import type { CallLane } from './call-queue.ts'
import { LANES } from './lanes.ts'
import { MEDIAN_MIN_COUNT } from './recent-durations.ts'

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
    /**
     * Notes the delay that a call meets in its lane. Photos and passwords wait for each other by design, also without
     * an overload.
     */
    observe(endpoint: AnyEndpoint, delay: Delay): void {
      if (isOverloaded(delay, LANES[endpoint.lane].maxDelayMs ?? MAX_DELAY_MS.discovery)) metAt = now()
    },
    /** While nothing is known of how long calls in its lane take, as many are accepted at a time as are needed to find out. */
    mustYield(endpoint: AnyEndpoint, lane: Pick<CallLane, 'tookMs' | 'inFlight'>): boolean {
      if (now() - metAt >= LASTS_MS || !YIELDING.includes(endpoint.priority)) return false
      const tookMs = lane.tookMs()
      return tookMs === 0 ? lane.inFlight() >= MEDIAN_MIN_COUNT : tookMs > maxTookOf(endpoint)
    },
  }
}
