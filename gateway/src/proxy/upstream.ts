import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import { rejectUpgrade } from '@zing/kit/http/reject-upgrade'
import { createUpstreamPool } from '@zing/kit/http/upstream-pool'
import type { Log } from '@zing/kit/observability/logger'
import { beforeScrape } from '@zing/kit/observability/metrics'
import { createProxyMiddleware, type OnProxyEvent, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware'
import { upstreamUp } from '../metrics.ts'
import { FailoverAgent } from './failover-agent.ts'

const PROXY_MS = 4_000
const UPLOAD_MS = 12_000
const MAX_SOCKETS = 64
/** A request that fails later is not repeated: a second attempt would take longer than clients wait. */
const REPEAT_WITHIN_MS = 500

type OnResponse = (response: IncomingMessage, req: IncomingMessage, res: ServerResponse) => void

type Forward = (...call: Parameters<RequestHandler>) => Promise<void>

export interface Upstream {
  request: Forward
  /** For requests with a photo: waits UPLOAD_MS instead of PROXY_MS. */
  upload: Forward
  upgrade: RequestHandler['upgrade']
  /** True if at least one process is ready. */
  isReady(): boolean
  stop(): void
}

/** Proxies to the processes of one service over kept-alive connections; responds with 503 in JSON when it fails. */
export function createUpstream(name: string, addresses: string[], onResponse: OnResponse, log: Log): Upstream {
  const pool = createUpstreamPool(addresses)
  beforeScrape(() => {
    for (const address of addresses) upstreamUp.set({ upstream: name, address }, pool.isReady(address) ? 1 : 0)
  })
  const agent = new FailoverAgent(pool, { keepAlive: true, maxSockets: MAX_SOCKETS })
  const targets = new Map(addresses.map((address) => [address, new URL(address)])) // parsed once, not at every request
  const [first = ''] = addresses
  // only the events plugin: the library's logger plugin builds a line per response even when it is not logged
  const common = {
    target: first,
    router: () => targets.get(pool.next()) ?? first,
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
  }

  function proxy(proxyTimeout: number): Forward {
    const repeatable = new WeakMap<IncomingMessage, number>() // request -> time of its first attempt
    const on: OnProxyEvent = {
      proxyRes(response, req, res) {
        // replaces the service's header, which the library would forward even when the gateway closes its connection
        response.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close'
        onResponse(response, req, res)
      },
      error(err, req, res) {
        const startedAt = repeatable.get(req) ?? 0
        repeatable.delete(req)
        if (res instanceof ServerResponse && isOpen(res) && Date.now() - startedAt < REPEAT_WITHIN_MS) {
          return void forward(req, res)
        }
        fail(err, req, res)
      },
    }
    const forward = createProxyMiddleware({ ...common, agent, proxyTimeout, on })
    return (req, res, next) => {
      if (req.method === 'GET') repeatable.set(req, Date.now()) // no other request may be sent twice
      return forward(req, res, next)
    }
  }

  function fail(err: Error, req: IncomingMessage, res: ServerResponse | Socket): void {
    const hasClientLeft = res.destroyed && !res.errored
    const path = req.url?.split('?')[0]
    if (!hasClientLeft) log.warn({ err, upstream: name, method: req.method, path }, 'upstream failed')
    sendFailure(res)
  }

  const sockets = createProxyMiddleware({
    ...common,
    agent: new FailoverAgent(pool, { keepAlive: false }),
    ws: false,
    on: { error: fail },
  })
  return {
    request: proxy(PROXY_MS),
    upload: proxy(UPLOAD_MS),
    upgrade: sockets.upgrade,
    isReady: () => addresses.some(pool.isReady),
    stop() {
      pool.stop()
      agent.destroy()
    },
  }
}

function isOpen(res: ServerResponse): boolean {
  return !res.headersSent && !res.destroyed
}

function sendFailure(res: ServerResponse | Socket): void {
  if (!(res instanceof ServerResponse)) return rejectUpgrade(res, 503)
  if (!isOpen(res)) return void res.destroy()
  sendUnavailable(res)
}
