import { type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Stream } from 'node:stream'
import { deadlineHeader } from '@zing/kit/http/deadline'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import { rejectUpgrade } from '@zing/kit/http/reject-upgrade'
import { createUpstreamPool } from '@zing/kit/http/upstream-pool'
import type { Log } from '@zing/kit/observability/logger'
import { beforeScrape, secondsSince } from '@zing/kit/observability/metrics'
import { createLane, type Delay, type Lane, type Turn } from '@zing/kit/overload/lane'
import { isOutdated, startBy as latestStart } from '@zing/kit/overload/overload'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import { createProxyServer } from 'httpxy'
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
  upgrade(req: IncomingMessage, socket: Socket, head: Buffer): void
  /** Resolves to true if at least one process is ready. */
  isReady(): Promise<boolean>
  stop(): void
}

/** Proxies to the processes of one service over kept-alive connections; responds with 503 in JSON when it fails. */
export function createUpstream(name: string, addresses: string[], onResponse: OnResponse, log: Log): Upstream {
  const pool = createUpstreamPool(addresses)
  const lanes = createLanes(addresses.length)
  beforeScrape(async () => {
    await pool.refresh()
    for (const address of addresses) upstreamUp.set({ upstream: name, address }, pool.isReady(address) ? 1 : 0)
    for (const [lane, { inFlight, queued }] of Object.entries(lanes)) {
      upstreamInFlight.set({ upstream: name, lane }, inFlight())
      upstreamQueued.set({ upstream: name, lane }, queued())
    }
  })
  const agent = new FailoverAgent(pool, { keepAlive: true }) // the lanes limit the connections
  const targets = new Map(addresses.map((address) => [address, new URL(address)])) // parsed once, not at every request
  const nextTarget = () => targets.get(pool.next()) ?? addresses[0] ?? ''

  const running = new WeakMap<IncomingMessage, RunningCall>()
  const proxy = createProxyServer()
  /** The request has a connection now, and nothing was sent yet. */
  proxy.on('proxyReq', (proxyReq, req) => {
    const call = running.get(req)
    if (!call) return void proxyReq.destroy()
    call.proxyReq = proxyReq
    proxyReq.setHeader(DEADLINE_HEADER, deadlineHeader(call.deadline))
  })
  proxy.on('proxyRes', (response, req, res) => {
    running.get(req)?.leaveLane() // how fast the client reads is no work of the service
    // replaces the service's header, which the library would forward even when the gateway closes its connection
    response.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close'
    onResponse(response, req, res)
  })
  proxy.on('error', (err, req) => {
    if (req) onError(err, req)
  })

  function onError(err: Error, req: IncomingMessage): void {
    const call = running.get(req)
    if (!call) return // it has its response, or its client has left
    if (isRepeatable(call)) {
      call.isRepeated = true
      return send(call)
    }
    fail(err, req, call.res)
  }

  function send({ req, res, body }: RunningCall): void {
    proxy
      .web(req, res, { target: nextTarget(), agent, buffer: streamOf(body) })
      .catch((error: Error) => onError(error, req)) // an error of the response, which is no event of the proxy
  }

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
      send(call)
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

  const upgrades = createProxyServer()
  upgrades.on('error', (err, req, socket) => {
    if (req && socket) fail(err, req, socket)
  })
  const upgradeAgent = new FailoverAgent(pool, { keepAlive: false })
  return {
    forward,
    delayOf: (lane) => lanes[lane].delay(),
    upgrade(req, socket, head) {
      const options = { target: nextTarget(), agent: upgradeAgent, upgradeTimeout: UPGRADE_MS }
      upgrades.ws(req, socket, options, head).catch((error: Error) => fail(error, req, socket))
    },
    async isReady() {
      await pool.refresh()
      return addresses.some(pool.isReady)
    },
    stop() {
      pool.stop()
      agent.destroy()
    },
  }
}

/** A body that has been read. The library does nothing with the stream but to pipe it; a real one costs more than the body. */
function streamOf(body: Buffer): Stream {
  const source = {
    pipe(proxyReq: ClientRequest): void {
      proxyReq.end(body.length > 0 ? body : undefined)
    },
  }
  return source as unknown as Stream
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
