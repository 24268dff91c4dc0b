import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { unavailable } from '@zing/kit/errors'
import type { Log } from '@zing/kit/observability/logger'
import type { ServiceName } from '@zing/proto/http/routes'
import { BODY_MAX_BYTES, RETRY_AFTER_SECONDS } from '@zing/proto/limits'
import { upstreamRefused } from '../metrics.ts'
import type { Delay } from '../proxy/lane.ts'
import { findRoute, type Route } from '../proxy/route-table.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { LANES, laneOf } from './lanes.ts'
import type { LoopDelay } from './loop-delay.ts'
import { isOverloaded, LOOP_LASTING_MS, MAX_DELAY_MS } from './overload.ts'
import { type Priority, priorityOf } from './priority.ts'
import { discard } from './request-body.ts'

const LOG_EVERY_MS = 10_000

export interface Admission {
  serveCall(req: IncomingMessage, res: ServerResponse, route: Route): void
  upstreams: Record<ServiceName, Upstream>
  loopDelay: LoopDelay
  /** Of every response. */
  securityHeaders: OutgoingHttpHeaders
  log: Log
}

/**
 * Passes the calls of services to `serveCall` and all else to the application. Refuses calls with a 503 while their service,
 * or this process, is overloaded: before everything else, so that a refusal costs a small part of what the call would.
 */
export function admitCalls(
  app: RequestListener,
  { upstreams, serveCall, loopDelay, securityHeaders, log }: Admission,
): RequestListener {
  const body = JSON.stringify({ message: unavailable().message })
  const headers = {
    ...securityHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': RETRY_AFTER_SECONDS,
  }
  let refused = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  function refuse(req: IncomingMessage, res: ServerResponse): void {
    if (!isShort(req)) {
      res.shouldKeepAlive = false
      res.once('finish', () => discard(req))
    }
    res.writeHead(503, headers).end(body)
    refused += 1
    if (performance.now() - loggedAt < LOG_EVERY_MS) return
    log.warn({ refused }, 'overloaded, refusing calls') // one line for many: logging each would add to the overload
    refused = 0
    loggedAt = performance.now()
  }

  function mustRefuse(priority: Priority, delay: Delay, laneMaxDelayMs?: number): boolean {
    const maxDelayMs = MAX_DELAY_MS[priority]
    if (isOverloaded(delay, laneMaxDelayMs ?? maxDelayMs)) return true
    // without the allowance for bursts: what one long tick delays is handled by the next
    const loop = loopDelay.delay()
    return loop.lastsMs >= LOOP_LASTING_MS && isOverloaded(loop, maxDelayMs)
  }

  return (req, res) => {
    const route = findRoute(req.method ?? '', req.url?.split('?')[0] ?? '')
    if (!route || 'allow' in route) return app(req, res)
    const { endpoint, service } = route
    const [priority, lane] = [priorityOf(endpoint), laneOf(endpoint)]
    if (!mustRefuse(priority, upstreams[service].delayOf(lane), LANES[lane].maxDelayMs))
      return serveCall(req, res, route)
    upstreamRefused.inc({ upstream: service, lane, reason: 'overloaded' })
    refuse(req, res)
  }
}

/** True when Node can drop the rest of the body and use the connection for the next request. */
function isShort({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= BODY_MAX_BYTES
}
