import { addProbes } from '@zing/kit/http/app'
import { errorHandler, notFoundHandler } from '@zing/kit/http/error-handler'
import { observeRequests, withRequestId } from '@zing/kit/http/observe-requests'
import type { RoutedService } from '@zing/proto/http/routes'
import { API_PREFIX } from '@zing/proto/paths'
import express from 'express'
import { serveClientConfig } from './client-config.ts'
import type { Ctx } from './context.ts'
import { serveCspReports } from './protection/csp-reports.ts'
import type { SecurityHeaders } from './protection/security-headers.ts'
import { rejectUnknownCall } from './proxy/api.ts'
import type { Upstream } from './proxy/upstream.ts'
import { cookieName, readCookie } from './sessions/cookies.ts'
import { serveWebClient } from './web-client.ts'

interface AppOptions {
  upstreams: Record<RoutedService, Upstream>
  securityHeaders: SecurityHeaders
}

/**
 * Creates the Express application: probes, client config, web client and errors. Calls of services do not pass through it.
 */
export async function createApp(ctx: Ctx, { upstreams, securityHeaders }: AppOptions): Promise<express.Express> {
  const { config, log } = ctx
  const app = express()
  app.disable('x-powered-by')
  app.use(withRequestId, observeRequests(log), (_req, res, next) => {
    res.setHeaders(securityHeaders)
    next()
  })
  let hasBeenReady = false // if a service fails later, balancers must not drop all gateways
  addProbes(app, async () => {
    hasBeenReady ||= (await Promise.all(Object.values(upstreams).map((upstream) => upstream.isReady()))).every(Boolean)
    return hasBeenReady
  })
  app.use(apiOnly(rejectUnknownCall))
  serveCspReports(app, ctx)
  serveClientConfig(app, config)
  if (config.WEB_DIST) {
    const session = cookieName(config.COOKIE_SECURE)
    await serveWebClient(app, config.WEB_DIST, (req) => Boolean(readCookie(req.headers.cookie, session)))
  }
  app.use(notFoundHandler)
  app.use(errorHandler(log))
  return app
}

/** Works without a mount path, which Express would cut off the address before the handler sees it. */
function apiOnly(handler: express.RequestHandler): express.RequestHandler {
  return (req, res, next) => (req.path === '/api' || req.path.startsWith(API_PREFIX) ? handler(req, res, next) : next())
}
