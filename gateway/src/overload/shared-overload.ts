import type { Delay } from '@zing/kit/overload/lane'
import { isOverloaded, LASTING_MS } from '@zing/kit/overload/overload'
import type { AnyEndpoint, Priority } from '@zing/proto/endpoint'
import { MAX_DELAY_MS } from './bounds.ts'
import type { CallLane } from './call-queue.ts'
import { LANES } from './lanes.ts'
import { MEDIAN_MIN_COUNT } from './recent-durations.ts'

/** Calls that take longer meet a shortage. Without load they take 10 to 20 ms. */
export const MAX_TOOK_MS = 60
/** Sessions are never refused. Messages are refused for their own wait only: the others make room for them. */
const YIELDING: Priority[] = ['page', 'discovery']

/**
 * Decides which calls give way although their own service is not overloaded. A service that is slow while another one is
 * overloaded probably shares a processor or database with it. Calls of fast services go on.
 */
export function createSharedOverload(now: () => number = () => performance.now()) {
  let metAt = Number.NEGATIVE_INFINITY

  return {
    /** Notes the delay that a call meets in its lane. Photos and passwords queue by design, even without an overload. */
    observe(endpoint: AnyEndpoint, delay: Delay): void {
      if (isOverloaded(delay, LANES[endpoint.lane].maxDelayMs ?? MAX_DELAY_MS.discovery)) metAt = now()
    },
    /** While the lane's speed is unknown, it accepts as many calls at a time as a measurement needs. */
    mustYield(endpoint: AnyEndpoint, lane: Pick<CallLane, 'tookMs' | 'inFlight'>): boolean {
      if (now() - metAt >= LASTING_MS || !YIELDING.includes(endpoint.priority)) return false
      const tookMs = lane.tookMs()
      return tookMs === 0 ? lane.inFlight() >= MEDIAN_MIN_COUNT : tookMs > MAX_TOOK_MS
    },
  }
}
