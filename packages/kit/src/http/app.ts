import type { KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import { messages } from '@zing/proto/http/errors'
import { LIVE_PATH, READY_PATH } from '@zing/proto/paths'
import express, { type Express, type RequestHandler } from 'express'
import { AppError } from '../errors.ts'
import type { Log } from '../observability/logger.ts'
import { httpDuration, secondsSince } from '../observability/metrics.ts'
import { inRequest } from '../observability/trace-context.ts'
import { withDeadline } from './deadline.ts'
import { errorHandler, type IsUnavailable, notFoundHandler, sendError } from './error-handler.ts'
import { createServe, type Serve } from './serve.ts'

export interface AppOptions {
  log: Log
  secret: KeyObject
  /** True while the process can do its work: its own database responds. */
  isReady: () => boolean | Promise<boolean>
  isUnavailable?: IsUnavailable
}

/** Creates the Express application of one service: its routes, its probes, and JSON for every error. */
export function createApp<Ctx>(
  { log, secret, isReady, isUnavailable }: AppOptions,
  ctx: Ctx,
  routes: ((serve: Serve, ctx: Ctx) => void)[],
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(withRequestId, observeRequests(log), withDeadline)
  addProbes(app, isReady)

  app.use(privateByDefault)
  const serve = createServe(app, { secret, log })
  for (const register of routes) register(serve, ctx)

  app.use(notFoundHandler)
  app.use(errorHandler(log, isUnavailable))
  return app
}

/** Adds liveness, which checks no dependency, and readiness, a 503 unless `isReady`. Neither gives details. */
export function addProbes(app: Express, isReady: AppOptions['isReady']): void {
  app.get(LIVE_PATH, (_req, res) => void res.json({ status: 'ok' }))
  app.get(READY_PATH, async (_req, res) => {
    const ready = await Promise.resolve(isReady()).catch(() => false)
    if (!ready) return sendError(res, new AppError(503, messages.unavailable))
    res.json({ status: 'ok' })
  })
}

const privateByDefault: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-store')
  next()
}

export const withRequestId: RequestHandler = (req, res, next) => runWithRequestId(req, res, next)

/** Puts the id of the request into its log lines, its response and further hops. */
export function runWithRequestId(req: IncomingMessage, res: ServerResponse, work: () => void): void {
  inRequest(
    (name) => req.headers[name],
    ({ requestId }) => {
      req.headers[REQUEST_ID_HEADER] = requestId
      res.setHeader(REQUEST_ID_HEADER, requestId)
      work()
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
  /** Without query. */
  path: string
  endpoint(): AnyEndpoint | undefined
}

/**
 * Measures a response by the path of its contract, or as `other`, so that clients cannot create labels; logs one line: method,
 * path, status, ms.
 */
export function observeResponse(
  log: Log,
  { method = '' }: IncomingMessage,
  res: ServerResponse,
  { path, endpoint }: Observed,
): void {
  const startedAt = performance.now()
  res.once('close', () => {
    const status = res.statusCode
    const route = endpoint()?.path ?? 'other'
    if (res.writableFinished) httpDuration.observe({ method, route, status }, secondsSince(startedAt))
    const level = status >= 500 ? 'warn' : 'debug'
    if (!log.isLevelEnabled(level) || path === LIVE_PATH || path === READY_PATH) return
    const ms = Math.round(performance.now() - startedAt)
    log[level]({ method, path, status, ms }, res.writableFinished ? 'request completed' : 'request aborted')
  })
}
