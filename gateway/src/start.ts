import { addProbes, observeRequests, withRequestId } from '@zing/kit/http/app'
import { errorHandler, notFoundHandler } from '@zing/kit/http/error-handler'
import { listen } from '@zing/kit/http/listen'
import { intervalWhileNeeded } from '@zing/kit/interval-while-needed'
import { subscribe } from '@zing/kit/nats/broadcast'
import { connectNats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { createSecurityLog } from '@zing/kit/observability/limited-security-log'
import { createLog, type Log } from '@zing/kit/observability/logger'
import { createRateLimits } from '@zing/kit/rate-limits'
import type { Running } from '@zing/kit/run'
import { getClientConfig } from '@zing/proto/http/gateway'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions } from '@zing/proto/nats/rpc'
import { API_PREFIX } from '@zing/proto/paths'
import express from 'express'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { admitCalls } from './protection/admission.ts'
import { limitConnections } from './protection/connection-limit.ts'
import { serveCspReports } from './protection/csp-reports.ts'
import { createLoopDelay } from './protection/loop-delay.ts'
import { rulesFor } from './protection/rate-rules.ts'
import { createHeaderSetter, createSecurityHeaders } from './protection/security-headers.ts'
import { createApi, createOnResponse, rejectUnknownCall } from './proxy/api.ts'
import { createTokenSigner } from './proxy/forwarded-headers.ts'
import { createServeCall } from './proxy/serve-call.ts'
import { proxyUpgrades } from './proxy/upgrade.ts'
import { createUpstream } from './proxy/upstream.ts'
import { cookieName, readCookie } from './sessions/cookies.ts'
import { createSessionCache, SESSION_CACHE_RENEW_MS } from './sessions/session-cache.ts'
import { createSessionTokenReader } from './sessions/session-token.ts'
import { serveWebClient } from './web-client.ts'

const UPLOAD_MS = 60_000
const MAX_CONNECTIONS = 20_000

/** Starts the gateway, the only process that clients reach: it ends cookie sessions and signs identities. */
export async function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  const log = overrides.log ?? createLog('gateway', config.LOG_LEVEL)
  const nats = connectNats(config.NATS_URL, 'gateway', log)
  const sessionCache = createSessionCache((sessions) => request(nats, getActiveSessions, { sessions }), {
    onUse: () => renewal.start(),
  })
  const renewal = intervalWhileNeeded(SESSION_CACHE_RENEW_MS, () => {
    void sessionCache.renew()
    return sessionCache.hasUsed()
  })
  subscribe(nats, sessionsRevoked, ({ sids }) => sessionCache.revoke(sids))
  const logSecurity = createSecurityLog(log)
  const rateLimits = createRateLimits({
    profile: config.RATE_PROFILE,
    redisUrl: config.REDIS_URL,
    rulesFor,
    log,
    logSecurity,
  })
  const readSessionToken = createSessionTokenReader(config.SESSION_SECRET)
  const ctx: Ctx = { log, logSecurity, config, readSessionToken, sessionCache, rateLimits }

  const onResponse = createOnResponse(ctx)
  const upstreams = {
    auth: createUpstream('auth', config.AUTH_URL, onResponse, log),
    social: createUpstream('social', config.SOCIAL_URL, onResponse, log),
    chat: createUpstream('chat', config.CHAT_URL, onResponse, log),
    admin: createUpstream('admin', config.ADMIN_URL, onResponse, log),
  }
  const tokenFor = createTokenSigner(config.INTERNAL_TOKEN_SECRET)

  const securityHeaders = createSecurityHeaders(config)
  const setHeaders = createHeaderSetter(securityHeaders)
  const loopDelay = createLoopDelay()
  const app = express()
  app.disable('x-powered-by')
  app.use(withRequestId, observeRequests(log), (_req, res, next) => {
    setHeaders(res)
    next()
  })
  addProbes(app, async () => {
    const areReady = await Promise.all(Object.values(upstreams).map((upstream) => upstream.isReady()))
    return areReady.every(Boolean)
  })
  app.use(apiOnly(rejectUnknownCall))
  serveCspReports(app, ctx)
  app.get(getClientConfig.path, (_req, res) => {
    const { TERMS_URL, PRIVACY_URL, FEEDBACK_URL, IS_DEMO } = config
    const links = { termsUrl: TERMS_URL, privacyUrl: PRIVACY_URL, feedbackUrl: FEEDBACK_URL }
    res.set('Cache-Control', 'no-cache').json(getClientConfig.response?.parse({ ...links, isDemo: IS_DEMO }))
  })
  if (config.WEB_DIST) {
    const session = cookieName(config.COOKIE_SECURE)
    await serveWebClient(app, config.WEB_DIST, (req) => Boolean(readCookie(req.headers.cookie, session)))
  }
  app.use(notFoundHandler)
  app.use(errorHandler(log))

  const serveCall = createServeCall({ log, setHeaders, api: createApi(ctx, upstreams, tokenFor) })
  const listener = admitCalls(app, { upstreams, serveCall, loopDelay, securityHeaders, log })
  const http = await listen(listener, config, { requestMs: UPLOAD_MS })
  http.server.maxConnections = MAX_CONNECTIONS
  limitConnections(http.server, config)
  const upgrades = proxyUpgrades(http.server, ctx, upstreams.chat, tokenFor)

  async function stop(): Promise<void> {
    await http.beginShutdown() // first others are to take over
    await Promise.all([http.stop(), upgrades.stop()])
    for (const upstream of Object.values(upstreams)) upstream.stop()
    renewal.stop()
    loopDelay.stop()
    rateLimits.stop()
    await nats.drain()
  }
  return { url: http.url, stop }
}

/** Without a mount path, which Express would cut off the address before the proxy sees it. */
function apiOnly(handler: express.RequestHandler): express.RequestHandler {
  return (req, res, next) => (req.path === '/api' || req.path.startsWith(API_PREFIX) ? handler(req, res, next) : next())
}
