import { addProbes } from '@zing/kit/http/app'
import { errorHandler, notFoundHandler } from '@zing/kit/http/error-handler'
import { observeRequests, withRequestId } from '@zing/kit/http/observe-requests'
import { API_PREFIX } from '@zing/proto/paths'
import type { RoutedService } from '@zing/proto/routes'
import express from 'express'
import { serveClientConfig } from './client-config.ts'
import { serveCommunity } from './community/serve-community.ts'
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
 * Creates the Express application: probes, community, client config, web client and errors. Calls of services do not pass through it.
 */
export async function createApp(ctx: Ctx, { upstreams, securityHeaders }: AppOptions): Promise<express.Express> {
  const { config, log, settings } = ctx
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
  serveCommunity(app, settings)
  app.use(apiOnly(rejectUnknownCall))
  serveCspReports(app, ctx)
  serveClientConfig(app, config, settings)
  if (config.WEB_DIST) {
    const session = cookieName(config.COOKIE_SECURE)
    const hasSession = (req: express.Request) => Boolean(readCookie(req.headers.cookie, session))
    await serveWebClient(app, { folder: config.WEB_DIST, settings, hasSession })
  }
  app.use(notFoundHandler)
  app.use(errorHandler(log))
  return app
}

/** Works without a mount path, which Express would cut off the address before the handler sees it. */
function apiOnly(handler: express.RequestHandler): express.RequestHandler {
  return (req, res, next) => (req.path === '/api' || req.path.startsWith(API_PREFIX) ? handler(req, res, next) : next())
}
