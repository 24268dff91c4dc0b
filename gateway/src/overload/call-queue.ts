import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import type { Log } from '@zing/kit/observability/logger'
import { secondsSince } from '@zing/kit/observability/metrics'
import { createLane, type Delay, type Lane, type Turn } from '@zing/kit/overload/lane'
import { isOutdated, startBy as latestStart } from '@zing/kit/overload/overload'
import { createRefusalLog } from '@zing/kit/overload/refusal-log'
import type { AnyEndpoint, LaneName } from '@zing/proto/endpoint'
import { upstreamInFlight, upstreamQueued, upstreamRefused, upstreamWait } from '../metrics.ts'
import { maxDelayOf } from './bounds.ts'
import { LANES } from './lanes.ts'
import { createRecentDurations } from './recent-durations.ts'

const READING_CHECK_MS = 1_000

/** The response to a call of a service. */
export interface CallResponse extends ServerResponse {
  /** True if an overload has refused the call: one log line counts many of them. */
  isRefused?: boolean
}

export interface Call {
  req: IncomingMessage
  res: CallResponse
  endpoint: AnyEndpoint
  body: Buffer
  /** A time in ms of `performance.now()`. */
  deadline: number
  /** Called with the head of the service's response before it is forwarded. */
  onResponse(response: IncomingMessage): void
}

/** A call that waits in the queue, or whose response is not complete. */
export interface QueuedCall extends Call {
  startedAt?: number
  /** Makes room in the lane. */
  leaveLane: () => void
}

interface CallQueueOptions<C> {
  service: string
  /** Number of processes of the service. */
  processes: number
  log: Log
  /** Sends the call, whose lane has room now. */
  send(call: C): void
  /** Called when a call that was sent has no response at its deadline. */
  onDeadline(call: C): void
  /** Called when the response is complete or the client has left. */
  onEnd(call: C): void
}

export interface CallLane extends Lane {
  /** Median time in the service of the latest calls, in ms; 0 while there are few. */
  tookMs(): number
}

export interface CallQueue<C> {
  /** Sends the call when its lane has room. Responds with 503 at once when the queue is full, otherwise by the deadline. */
  enter(call: C): void
  /** Returns the expected wait of a call that has just arrived. Call it once for each call. */
  recordArrival(lane: LaneName): Delay
  lane(name: LaneName): Pick<CallLane, 'tookMs' | 'inFlight'>
  setGauges(): void
}

/** Queues the calls of one service until their lanes have room, and refuses calls that would wait too long. */
export function createCallQueue<C extends QueuedCall>(options: CallQueueOptions<C>): CallQueue<C> {
  const { service, processes, log, send, onDeadline, onEnd } = options
  const lanes = createLanes(processes)
  const logRefusal = createRefusalLog(log)

  function enter(call: C): void {
    const { res, deadline, endpoint } = call
    const { lane } = endpoint
    const labels = { upstream: service, lane }
    const queuedAt = performance.now()
    const startBy = latestStart(deadline, LANES[lane].deadlineMs)
    let timeout: NodeJS.Timeout | undefined

    function start(): void {
      upstreamWait.observe(labels, secondsSince(queuedAt))
      call.startedAt = performance.now()
      clearTimeout(timeout)
      timeout = setTimeout(checkResponse, deadline - call.startedAt)
      send(call)
    }
    function checkResponse(): void {
      const isReading = res.writableEnded || res.writableLength > 0
      if (!isReading) return onDeadline(call)
      timeout = setTimeout(checkResponse, READING_CHECK_MS) // the server's timeout bounds how long the client reads
    }
    function refuse(reason: string): void {
      upstreamRefused.inc({ ...labels, reason })
      sendUnavailable(res)
    }
    function refuseTurn(turn: Turn): boolean {
      if (!isOutdated(turn, maxDelayOf(endpoint))) return false
      clearTimeout(timeout)
      res.isRefused = true
      logRefusal()
      refuse('overloaded')
      return true
    }

    if (startBy <= queuedAt) return refuse('waited')
    res.once('close', () => {
      clearTimeout(timeout)
      onEnd(call)
      call.leaveLane()
      if (call.startedAt === undefined && !res.writableFinished)
        upstreamRefused.inc({ ...labels, reason: 'client left' })
    })
    const leaveLane = lanes[lane].enter({ startBy, start, refuse: refuseTurn })
    if (!leaveLane) return refuse('full')
    call.leaveLane = leaveLane
    if (call.startedAt === undefined) timeout = setTimeout(() => refuse('waited'), startBy - queuedAt)
  }

  return {
    enter,
    recordArrival: (lane) => lanes[lane].recordArrival(),
    lane: (name) => lanes[name],
    setGauges() {
      for (const [lane, { inFlight, queued }] of Object.entries(lanes)) {
        upstreamInFlight.set({ upstream: service, lane }, inFlight())
        upstreamQueued.set({ upstream: service, lane }, queued())
      }
    },
  }
}

function createLanes(processes: number): Record<LaneName, CallLane> {
  const now = () => performance.now()
  function create(name: LaneName): CallLane {
    const { maxInFlight, maxQueued, recentMs } = LANES[name]
    const recent = createRecentDurations(now, recentMs)
    const lane = createLane({ maxInFlight: maxInFlight * processes, maxQueued, onEnd: recent.add }, now)
    return { ...lane, tookMs: recent.median }
  }
  return {
    ordinary: create('ordinary'),
    login: create('login'),
    registration: create('registration'),
    upload: create('upload'),
    download: create('download'),
    media: create('media'),
  }
}
