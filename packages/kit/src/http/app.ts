import type { KeyObject } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import { LIVE_PATH, READY_PATH } from '@zing/proto/paths'
import express, { type Express, type RequestHandler } from 'express'
import type { Log } from '../observability/logger.ts'
import { withDeadline } from '../timing/deadline.ts'
import { errorHandler, type IsUnavailable, notFoundHandler, sendError } from './error-handler.ts'
import { observeRequests, withRequestId } from './observe-requests.ts'
import { createServe, type Serve } from './serve.ts'

export interface AppOptions {
  log: Log
  secret: KeyObject
  /** True while the process can work: its own database responds. */
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

/** Creates the application of a process that serves nothing but its probes. */
export function createProbes(isReady: AppOptions['isReady']): Express {
  const app = express()
  app.disable('x-powered-by')
  addProbes(app, isReady)
  app.use(notFoundHandler)
  return app
}

/** Adds liveness, which checks no dependency, and readiness, a 503 unless `isReady`. Neither reports details. */
export function addProbes(app: Express, isReady: AppOptions['isReady']): void {
  app.get(LIVE_PATH, (_req, res) => void res.json({ status: 'ok' }))
  app.get(READY_PATH, async (_req, res) => {
    const ready = await Promise.resolve(isReady()).catch(() => false)
    if (!ready) return sendError(res, errors.unavailable())
    res.json({ status: 'ok' })
  })
}

const privateByDefault: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-store')
  next()
}
