import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import { LIVE_PATH, READY_PATH } from '@zing/proto/paths'
import type { RequestHandler } from 'express'
import type { Log } from '../observability/logger.ts'
import { httpDuration, secondsSince } from '../observability/metrics.ts'
import { inRequest } from '../observability/trace-context.ts'
import { loggedPath } from './logged-path.ts'

/** Adds the request id to the log lines, the response and further hops. */
export const withRequestId: RequestHandler = (req, res, next) => {
  inRequest(
    (name) => req.headers[name],
    ({ requestId }) => {
      req.headers[REQUEST_ID_HEADER] = requestId
      res.setHeader(REQUEST_ID_HEADER, requestId)
      next()
    },
  )
}

/** Measures and logs the responses of an Express application, by the contract that a handler has left in `res.locals`. */
export function observeRequests(log: Log): RequestHandler {
  return (req, res, next) => {
    const { path } = req
    observeResponse(log, req, res, { path, endpoint: () => (res.locals as { endpoint?: AnyEndpoint }).endpoint })
    next()
  }
}

export interface Observed {
  /** The query is not part of it. */
  path: string
  endpoint(): AnyEndpoint | undefined
  /** True for a refusal that another log line counts. */
  isLoggedElsewhere?(): boolean
}

/** Measures a response by the path of its contract, or as `other`, so that clients cannot create labels. Logs one line. */
export function observeResponse(
  log: Log,
  { method = '' }: IncomingMessage,
  res: ServerResponse,
  { path, endpoint, isLoggedElsewhere }: Observed,
): void {
  const startedAt = performance.now()
  res.once('close', () => {
    const status = res.statusCode
    const route = endpoint()?.path ?? 'other'
    if (res.writableFinished) httpDuration.observe({ method, route, status }, secondsSince(startedAt))
    const level = status >= 500 && !isLoggedElsewhere?.() ? 'warn' : 'debug'
    if (!log.isLevelEnabled(level) || path === LIVE_PATH || path === READY_PATH) return
    const ms = Math.round(performance.now() - startedAt)
    log[level](
      { method, path: loggedPath(path), status, ms },
      res.writableFinished ? 'request completed' : 'request aborted',
    )
  })
}
