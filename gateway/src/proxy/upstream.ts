import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endSoon } from '@zing/kit/http/end-soon'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import { loggedPath } from '@zing/kit/http/logged-path'
import { rejectUpgrade } from '@zing/kit/http/reject-upgrade'
import { createUpstreamPool } from '@zing/kit/http/upstream-pool'
import type { Log } from '@zing/kit/observability/logger'
import { beforeScrape } from '@zing/kit/observability/metrics'
import { deadlineHeader } from '@zing/kit/timing/deadline'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import type { RoutedService } from '@zing/proto/routes'
import { createProxyMiddleware, type OnProxyEvent, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware'
import { upstreamUp } from '../metrics.ts'
import { type Call, type CallQueue, createCallQueue, type QueuedCall } from '../overload/call-queue.ts'
import { FailoverAgent } from './failover-agent.ts'

const UPGRADE_MS = 4_000
/** A request that fails later is not repeated: clients would not wait for a second attempt. */
const REPEAT_WITHIN_MS = 500

interface RunningCall extends QueuedCall {
  isRepeated?: boolean
  proxyReq?: ClientRequest
}

interface UpstreamOptions {
  service: RoutedService
  /** `http://host:port` of each process. */
  addresses: string[]
  /** Host of the gateway. */
  host: string
  log: Log
}

export interface Upstream extends Pick<CallQueue<Call>, 'recordArrival' | 'lane'> {
  /** Sends the call when its lane has room. Responds with 503 at once when the queue is full, otherwise by the deadline. */
  forward(call: Call): void
  upgrade: RequestHandler['upgrade']
  /** Resolves to true if at least one process is ready. */
  isReady(): Promise<boolean>
  stop(): void
}

/** Proxies to the processes of one service over kept-alive connections. A failure is a 503 in JSON. */
export function createUpstream({ service, addresses, host, log }: UpstreamOptions): Upstream {
  const pool = createUpstreamPool(addresses, { host })
  const agent = new FailoverAgent(pool, { keepAlive: true }) // the lanes limit the connections
  const common = {
    router: () => pool.next(),
    // only the events plugin; the library's logger plugin builds a line per response even if nothing logs it
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
  }

  const running = new WeakMap<IncomingMessage, RunningCall>()
  const on: OnProxyEvent = {
    /** The request has a connection, and nothing was sent yet. */
    proxyReq(proxyReq, req) {
      const call = running.get(req)
      if (!call) return void proxyReq.destroy()
      call.proxyReq = proxyReq
      proxyReq.setHeader(DEADLINE_HEADER, deadlineHeader(call.deadline))
      if (call.body.length > 0) proxyReq.write(call.body) // the gateway has read the body, and the library ends the request
    },
    proxyRes(response, req, res) {
      const call = running.get(req)
      if (!call) return void response.destroy() // the client has left
      call.leaveLane() // the client's reading speed does not occupy the service.
      // The library would forward the service's header even when the gateway closes its connection.
      response.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close'
      call.onResponse(response)
    },
    error(err, req, res) {
      const call = running.get(req)
      if (!call) return // the call has its response, or its client has left
      if (isRepeatable(call)) {
        call.isRepeated = true
        return void send(req, call.res)
      }
      fail(err, req, res)
    },
  }
  const send = createProxyMiddleware({ ...common, agent, on })
  const upgraded = new WeakSet<object>() // an error of an upgraded request has no response: its socket closes with the upstream's
  const sockets = createProxyMiddleware({
    ...common,
    agent: new FailoverAgent(pool, { keepAlive: false }),
    ws: false,
    upgradeTimeout: UPGRADE_MS,
    on: {
      proxyReqWs(proxyReq, _req, socket) {
        proxyReq.once('upgrade', (_response, upstreamSocket) => {
          upgraded.add(socket)
          closeTogether(socket, upstreamSocket)
        })
      },
      error(err, req, res) {
        if (!upgraded.has(res)) fail(err, req, res)
      },
    },
  })

  const queue = createCallQueue<RunningCall>({
    service,
    processes: addresses.length,
    log,
    send: ({ req, res }) => void send(req, res),
    onDeadline(call) {
      fail(new Error('no response before the deadline'), call.req, call.res)
      if (call.proxyReq?.socket) agent.leave(call.proxyReq.socket)
      call.proxyReq?.destroy()
    },
    onEnd: ({ req }) => void running.delete(req),
  })
  const stopSampling = beforeScrape(async () => {
    await pool.refresh()
    for (const address of addresses) upstreamUp.set({ upstream: service, address }, pool.isReady(address) ? 1 : 0)
    queue.setGauges()
  })

  function fail(err: Error, req: IncomingMessage, res: ServerResponse | Socket): void {
    const hasClientLeft = res.destroyed && !res.errored
    const { remoteAddress, remotePort } = running.get(req)?.proxyReq?.socket ?? {}
    const address = remoteAddress && `${remoteAddress}:${remotePort}` // an error of the connection names its own
    const path = loggedPath(req.url)
    if (!hasClientLeft) log.warn({ err, upstream: service, address, method: req.method, path }, 'upstream failed')
    running.delete(req)
    sendFailure(res)
  }

  return {
    forward(request) {
      if (request.res.destroyed) return
      const call: RunningCall = { ...request, leaveLane: () => {} }
      running.set(call.req, call)
      queue.enter(call)
    },
    recordArrival: queue.recordArrival,
    lane: queue.lane,
    upgrade: sockets.upgrade,
    async isReady() {
      await pool.refresh()
      return addresses.some(pool.isReady)
    },
    stop() {
      stopSampling()
      pool.stop()
      agent.destroy()
    },
  }
}

/** True for a GET that failed soon. No other request may be sent twice. */
function isRepeatable({ req, res, startedAt = 0, isRepeated, deadline }: RunningCall): boolean {
  const now = performance.now()
  return req.method === 'GET' && !isRepeated && isOpen(res) && now - startedAt < REPEAT_WITHIN_MS && now < deadline
}

function isOpen(res: ServerResponse): boolean {
  return !res.headersSent && !res.destroyed
}

function closeTogether(one: Socket, other: Socket): void {
  one.once('close', () => endSoon(other))
  other.once('close', () => endSoon(one))
}

function sendFailure(res: ServerResponse | Socket): void {
  if (!(res instanceof ServerResponse)) return rejectUpgrade(res, 503)
  if (!isOpen(res)) return void res.destroy()
  sendUnavailable(res)
}
