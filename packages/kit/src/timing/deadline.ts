import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { errors } from '@zing/proto/errors'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import type { RequestHandler } from 'express'
import { sendUnavailable } from '../http/error-handler.ts'
import { requestsDropped } from '../observability/metrics.ts'
import { createClockOffsets } from './clock-offset.ts'

/** Receives the response of running work. */
export interface Caller {
  /** True once it has its response. Work in the background then has no deadline. */
  isServed(): boolean
  hasLeft(): boolean
  onLeave(listener: () => void): void
}

interface RunningRequest {
  /** A time in ms of this process's `performance.now()`. */
  deadline: number
  caller: Caller
  signal?: AbortSignal
}

const SENDER = randomBytes(6).toString('hex')
const HEADER = /^([0-9a-f]{12});(\d{1,15});(\d{1,15})$/

const storage = new AsyncLocalStorage<RunningRequest>()
const offsetOf = createClockOffsets()

/** Value of DEADLINE_HEADER; make it when the request leaves. `deadline` is in ms of this process's `performance.now()`. */
export function deadlineHeader(deadline: number): string {
  return `${SENDER};${Math.round(performance.now())};${Math.round(deadline)}`
}

/**
 * Rejects a request that arrives after its deadline with a 503, for example after a wait in a paused process. Passes the
 * deadline on to `ensureInTime`. A request without the header has no deadline.
 */
export const withDeadline: RequestHandler = (req, res, next) => {
  const deadline = readDeadline(req.headers[DEADLINE_HEADER])
  if (deadline > performance.now()) return withinDeadline(deadline, callerOf(res), next)
  requestsDropped.inc({ reason: 'deadline' })
  sendUnavailable(res)
}

/** Runs work with a caller and a deadline, in ms of `performance.now()`, for `ensureInTime` to check. */
export function withinDeadline<T>(deadline: number, caller: Caller, work: () => T): T {
  return storage.run({ deadline, caller }, work)
}

function callerOf(res: ServerResponse): Caller {
  return {
    isServed: () => res.writableEnded,
    hasLeft: () => res.destroyed,
    onLeave: (listener) => void res.once('close', listener),
  }
}

/**
 * Throws a 503 when the running request is past its deadline or its client has left. Call it before each write, so that an
 * abandoned request changes nothing. Does nothing outside of a request.
 */
export function ensureInTime(): void {
  const request = storage.getStore()
  if (!request || request.caller.isServed()) return // background work of a request has no deadline
  const reason = request.caller.hasLeft() ? 'client left' : performance.now() >= request.deadline ? 'deadline' : null
  if (!reason) return
  requestsDropped.inc({ reason })
  throw errors.unavailable()
}

/** Signal that aborts when the running request reaches its deadline or its client leaves; undefined outside of a request. */
export function requestSignal(): AbortSignal | undefined {
  const request = storage.getStore()
  if (request) request.signal ??= createSignal(request)
  return request?.signal
}

function createSignal({ deadline, caller }: RunningRequest): AbortSignal {
  const controller = new AbortController()
  if (caller.hasLeft()) controller.abort()
  const timeout = Number.isFinite(deadline)
    ? setTimeout(() => controller.abort(), Math.max(0, deadline - performance.now())).unref()
    : undefined
  caller.onLeave(() => {
    clearTimeout(timeout)
    controller.abort()
  })
  return controller.signal
}

/** Returns the deadline in ms of this process's `performance.now()`. */
function readDeadline(header: unknown): number {
  const match = typeof header === 'string' ? HEADER.exec(header) : null
  if (!match) return Number.POSITIVE_INFINITY
  const [, sender = '', sentAt, deadline] = match
  return Number(deadline) + offsetOf(sender, Number(sentAt), performance.now())
}
