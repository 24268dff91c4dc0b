import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import { createUpstreamPool } from '@zing/kit/http/upstream-pool'
import type { Log } from '@zing/kit/observability/logger'
import { beforeReading } from '@zing/kit/observability/metrics'
import { RETRY_AFTER_SECONDS } from '@zing/proto/limits'
import { createProxyMiddleware, type OnProxyEvent, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware'
import { upstreamUp } from '../metrics.ts'
import { FailoverAgent } from './failover-agent.ts'

// faults.md section 4
const PROXY_MS = 4_000
const UPLOAD_MS = 12_000
const MAX_SOCKETS = 64
/** What fails later than this is not repeated: together with a second try it would take longer than anybody waits. */
const REPEAT_WITHIN_MS = 500

type OnResponse = (answer: IncomingMessage, req: IncomingMessage, res: ServerResponse) => void

type Forward = (...call: Parameters<RequestHandler>) => Promise<void>

export interface Upstream {
  /** Streams a request to the service. */
  request: Forward
  /** The same for a request that carries a photo: it may take longer. */
  upload: Forward
  upgrade: RequestHandler['upgrade']
  /** At least one of its processes is ready. */
  isReady(): boolean
  stop(): void
}

/** The processes of one service behind the gateway: kept-alive connections, bounded waits, and JSON when all are away. */
export function createUpstream(name: string, addresses: string[], onResponse: OnResponse, log: Log): Upstream {
  const pool = createUpstreamPool(addresses)
  beforeReading(() => {
    for (const address of addresses) upstreamUp.set({ upstream: name, address }, pool.isReady(address) ? 1 : 0)
  })
  const agent = new FailoverAgent(pool, { keepAlive: true, maxSockets: MAX_SOCKETS })
  // read once: the library would parse a text at every request
  const targets = new Map(addresses.map((address) => [address, new URL(address)]))
  const [first = ''] = addresses
  // of the library's own plugins just the events: another writes a line of log per answer, and builds its text also when
  // nobody reads it
  const common = {
    target: first,
    router: () => targets.get(pool.next()) ?? first,
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
  }

  function proxy(proxyTimeout: number): Forward {
    const repeatable = new WeakMap<IncomingMessage, number>() // asked for the first time, when
    const on: OnProxyEvent = {
      proxyRes(answer, req, res) {
        // the library would pass on what the service says of its own connection, also when ours is to be given up
        answer.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close'
        onResponse(answer, req, res)
      },
      error(err, req, res) {
        const askedAt = repeatable.get(req) ?? 0
        repeatable.delete(req)
        if (res instanceof ServerResponse && isOpen(res) && Date.now() - askedAt < REPEAT_WITHIN_MS) {
          return void forward(req, res)
        }
        answerAway(err, res, log)
      },
    }
    const forward = createProxyMiddleware({ ...common, agent, proxyTimeout, on })
    return (req, res, next) => {
      if (req.method === 'GET') repeatable.set(req, Date.now()) // no other call may come twice
      return forward(req, res, next)
    }
  }

  const sockets = createProxyMiddleware({
    ...common,
    agent: new FailoverAgent(pool, { keepAlive: false }),
    ws: false,
    on: { error: (err, _req, socket) => answerAway(err, socket, log) },
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

/** Nothing of the answer has gone out, and the client is still there. */
function isOpen(res: ServerResponse): boolean {
  return !res.headersSent && !res.destroyed
}

function answerAway(err: Error, res: ServerResponse | Socket, log: Log): void {
  log.debug({ err }, 'service did not answer')
  if (!(res instanceof ServerResponse)) {
    const text = `Retry-After: ${RETRY_AFTER_SECONDS}\r\nConnection: close\r\nContent-Length: 0`
    res.end(`HTTP/1.1 503 Service Unavailable\r\n${text}\r\n\r\n`)
    return
  }
  if (!isOpen(res)) return void res.destroy()
  sendUnavailable(res)
}
