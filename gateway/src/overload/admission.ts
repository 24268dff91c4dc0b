import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import type { Log } from '@zing/kit/observability/logger'
import { isOverloaded } from '@zing/kit/overload/overload'
import { createRefusalLog } from '@zing/kit/overload/refusal-log'
import { BODY_MAX_BYTES } from '@zing/proto/limits'
import type { RoutedService } from '@zing/proto/routes'
import { upstreamRefused } from '../metrics.ts'
import { discard } from '../protection/reject-request.ts'
import type { SecurityHeaders } from '../protection/security-headers.ts'
import { findRoute, type Route } from '../proxy/route-table.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { isLoopLate, maxDelayOf } from './bounds.ts'
import type { CallResponse } from './call-queue.ts'
import type { LoopDelay } from './loop-delay.ts'
import { createSharedOverload } from './shared-overload.ts'

export interface Admission {
  serveCall(req: IncomingMessage, res: CallResponse, route: Route): void
  upstreams: Record<RoutedService, Upstream>
  loopDelay: LoopDelay
  /** Headers of every response. */
  securityHeaders: SecurityHeaders
  log: Log
}

/**
 * Passes the calls of services to `serveCall` and other requests to the application. Refuses calls with a 503 while this
 * process, their service, or what services share is overloaded. A refusal comes before all other work, so that it costs
 * little.
 */
export function admitCalls(
  app: RequestListener,
  { upstreams, serveCall, loopDelay, securityHeaders, log }: Admission,
): RequestListener {
  const logRefusal = createRefusalLog(log)
  const sharedOverload = createSharedOverload()

  function refuse(req: IncomingMessage, res: ServerResponse): void {
    if (!isShort(req)) {
      res.shouldKeepAlive = false
      res.once('finish', () => discard(req))
    }
    res.setHeaders(securityHeaders)
    sendUnavailable(res)
    logRefusal()
  }

  return (req, res) => {
    const route = findRoute(req.method ?? '', req.url?.split('?')[0] ?? '')
    if (!route || 'allow' in route) return app(req, res)
    const { endpoint, service } = route
    const { lane } = endpoint
    const upstream = upstreams[service]
    const delay = upstream.recordArrival(lane)
    sharedOverload.observe(endpoint, delay)
    const mustRefuse =
      isOverloaded(delay, maxDelayOf(endpoint)) ||
      sharedOverload.mustYield(endpoint, upstream.lane(lane)) ||
      isLoopLate(loopDelay, endpoint)
    if (!mustRefuse) return serveCall(req, res, route)
    upstreamRefused.inc({ upstream: service, lane, reason: 'overloaded' })
    refuse(req, res)
  }
}

/** True when Node can drop the rest of the body and use the connection for the next request. */
function isShort({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= BODY_MAX_BYTES
}
