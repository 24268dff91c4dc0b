import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { deadlineHeader } from '@zing/kit/http/deadline'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import { rejectUpgrade } from '@zing/kit/http/reject-upgrade'
import { createUpstreamPool } from '@zing/kit/http/upstream-pool'
import type { Log } from '@zing/kit/observability/logger'
import { beforeScrape, secondsSince } from '@zing/kit/observability/metrics'
import { createLane, type Delay, type Lane, type Turn } from '@zing/kit/overload/lane'
import { isOutdated, startBy as latestStart } from '@zing/kit/overload/overload'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import { createProxyMiddleware, type OnProxyEvent, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware'
import { upstreamInFlight, upstreamQueued, upstreamRefused, upstreamUp, upstreamWait } from '../metrics.ts'
import { LANES, type LaneName } from '../protection/lanes.ts'
import { FailoverAgent } from './failover-agent.ts'

const UPGRADE_MS = 4_000
/** A request that fails later is not repeated: a second attempt would take longer than clients wait. */
const REPEAT_WITHIN_MS = 500
const READING_CHECK_MS = 1_000

type OnResponse = (response: IncomingMessage, req: IncomingMessage, res: ServerResponse) => void

export interface Call {
  req: IncomingMessage
  res: ServerResponse
  lane: LaneName
  /** Longest wait for its turn under lasting load, in ms. */
  maxDelayMs: number
  body: Buffer
  /** In ms of `performance.now()`. */
  deadline: number
}

/** A call that is queued, or that the service has not answered completely. */
interface RunningCall extends Call {
  startedAt?: number
  isRepeated?: boolean
  proxyReq?: ClientRequest
  /** Makes room in the lane. */
  leaveLane: () => void
}

export interface Upstream {
  /** Sends the call when its lane has room; responds with 503 at once when the queue is full, else by the deadline. */
  forward(call: Call): void
  /** How long a call of this kind waits for its turn. To be asked once for each call that arrives. */
  delayOf(lane: LaneName): Delay
  upgrade: RequestHandler['upgrade']
  /** Resolves to true if at least one process is ready. */
  isReady(): Promise<boolean>
  stop(): void
}

/** Proxies to the processes of one service over kept-alive connections; responds with 503 in JSON when it fails. */
export function createUpstream(name: string, addresses: string[], onResponse: OnResponse, log: Log): Upstream {
  const pool = createUpstreamPool(addresses)
  const lanes = createLanes(addresses.length)
  const stopSampling = beforeScrape(async () => {
    await pool.refresh()
    for (const address of addresses) upstreamUp.set({ upstream: name, address }, pool.isReady(address) ? 1 : 0)
    for (const [lane, { inFlight, queued }] of Object.entries(lanes)) {
      upstreamInFlight.set({ upstream: name, lane }, inFlight())
      upstreamQueued.set({ upstream: name, lane }, queued())
    }
  })
  const agent = new FailoverAgent(pool, { keepAlive: true }) // the lanes limit the connections
  const targets = new Map(addresses.map((address) => [address, new URL(address)])) // parsed once, not at every request
  const [first = ''] = addresses
  // only the events plugin: the library's logger plugin builds a line per response even when it is not logged
  const common = {
    target: first,
    router: () => targets.get(pool.next()) ?? first,
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
  }

  const running = new WeakMap<IncomingMessage, RunningCall>()
  const on: OnProxyEvent = {
    /** The request has a connection now, and nothing was sent yet. */
    proxyReq(proxyReq, req) {
      const call = running.get(req)
      if (!call) return void proxyReq.destroy()
      call.proxyReq = proxyReq
      proxyReq.setHeader(DEADLINE_HEADER, deadlineHeader(call.deadline))
      if (call.body.length > 0) proxyReq.write(call.body)
    },
    proxyRes(response, req, res) {
      running.get(req)?.leaveLane() // how fast the client reads is no work of the service
      // replaces the service's header, which the library would forward even when the gateway closes its connection
      response.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close'
      onResponse(response, req, res)
    },
    error(err, req, res) {
      const call = running.get(req)
      if (!call) return // it has its response, or its client has left
      if (isRepeatable(call)) {
        call.isRepeated = true
        return void send(req, call.res)
      }
      fail(err, req, res)
    },
  }
  const send = createProxyMiddleware({ ...common, agent, on })

  function forward(request: Call): void {
    const { req, res, deadline } = request
    if (res.destroyed) return
    const lane = lanes[request.lane]
    const labels = { upstream: name, lane: request.lane }
    const call: RunningCall = { ...request, leaveLane: () => {} }
    running.set(req, call)
    const queuedAt = performance.now()
    const startBy = latestStart(deadline, LANES[request.lane].deadlineMs)
    let timeout: NodeJS.Timeout | undefined

    function start(): void {
      upstreamWait.observe(labels, secondsSince(queuedAt))
      call.startedAt = performance.now()
      clearTimeout(timeout)
      timeout = setTimeout(onDeadline, deadline - call.startedAt)
      void send(req, res)
    }
    function onDeadline(): void {
      if (res.writableEnded || res.writableLength > 0) {
        timeout = setTimeout(onDeadline, READING_CHECK_MS) // the client is still reading; the server's timeout limits that
        return
      }
      fail(new Error('no response before the deadline'), req, res)
      call.proxyReq?.destroy()
    }
    function refuse(reason: string): void {
      upstreamRefused.inc({ ...labels, reason })
      sendUnavailable(res)
    }

    function refuseTurn(turn: Turn): boolean {
      if (!isOutdated(turn, request.maxDelayMs)) return false
      clearTimeout(timeout)
      refuse('overloaded')
      return true
    }

    if (startBy <= queuedAt) return refuse('waited')
    res.once('close', () => {
      clearTimeout(timeout)
      running.delete(req)
      call.leaveLane()
      if (call.startedAt === undefined && !res.writableFinished)
        upstreamRefused.inc({ ...labels, reason: 'client left' })
    })
    const leaveLane = lane.enter({ startBy, start, refuse: refuseTurn })
    if (!leaveLane) return refuse('full')
    call.leaveLane = leaveLane
    if (call.startedAt === undefined) timeout = setTimeout(() => refuse('waited'), startBy - queuedAt)
  }

  function fail(err: Error, req: IncomingMessage, res: ServerResponse | Socket): void {
    const hasClientLeft = res.destroyed && !res.errored
    const path = req.url?.split('?')[0]
    if (!hasClientLeft) log.warn({ err, upstream: name, method: req.method, path }, 'upstream failed')
    running.delete(req)
    sendFailure(res)
  }

  const sockets = createProxyMiddleware({
    ...common,
    agent: new FailoverAgent(pool, { keepAlive: false }),
    ws: false,
    upgradeTimeout: UPGRADE_MS,
    on: { error: fail },
  })
  return {
    forward,
    delayOf: (lane) => lanes[lane].delay(),
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

function createLanes(processes: number): Record<LaneName, Lane> {
  const create = (name: LaneName) => {
    const { maxInFlight, maxQueued } = LANES[name]
    return createLane({ maxInFlight: maxInFlight * processes, maxQueued }, () => performance.now())
  }
  return {
    ordinary: create('ordinary'),
    login: create('login'),
    registration: create('registration'),
    upload: create('upload'),
    download: create('download'),
  }
}

/** True for a GET that failed soon; no other request may be sent twice. */
function isRepeatable({ req, res, startedAt = 0, isRepeated, deadline }: RunningCall): boolean {
  const now = performance.now()
  return req.method === 'GET' && !isRepeated && isOpen(res) && now - startedAt < REPEAT_WITHIN_MS && now < deadline
}

function isOpen(res: ServerResponse): boolean {
  return !res.headersSent && !res.destroyed
}

function sendFailure(res: ServerResponse | Socket): void {
  if (!(res instanceof ServerResponse)) return rejectUpgrade(res, 503)
  if (!isOpen(res)) return void res.destroy()
  sendUnavailable(res)
}
