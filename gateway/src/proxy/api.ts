import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import { login } from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import type { ServiceName } from '@zing/proto/http/routes'
import type { NextFunction, Request, Response } from 'express'
import type { Ctx } from '../context.ts'
import { limitBody, refuse } from '../protection/body-limit.ts'
import { clientAddress } from '../protection/client-address.ts'
import { changesState, isOwnSite } from '../protection/origin.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { cookieName, sessionCookie } from '../sessions/cookies.ts'
import { forwardedHeaders, type TokenFor } from './forwarded-headers.ts'
import { findRoute } from './route-table.ts'
import type { Upstream } from './upstream.ts'

/** What the gateway found out about a request that is on its way, for the answer. */
const underway = new WeakMap<IncomingMessage, { identity: Identity | null; address: string; isLogin: boolean }>()

/** Every call below /api: is there such a call, may it come from there, who asks, how often; then on to its service. */
export function createApi(ctx: Ctx, upstreams: Record<ServiceName, Upstream>, tokenFor: TokenFor) {
  const { config, rateLimits } = ctx

  return async function api(req: Request, res: Response, next: NextFunction): Promise<void> {
    const route = findRoute(req.method, req.originalUrl.split('?')[0] ?? '')
    if (!route) return refuse(req, res, new AppError(404, messages.notFound))
    if ('allow' in route) {
      res.set('Allow', route.allow.join(', '))
      return refuse(req, res, new AppError(405, messages.methodNotAllowed))
    }
    if (changesState(req.method) && !isOwnSite(req.headers, config.PUBLIC_ORIGINS)) {
      return refuse(req, res, new AppError(403, messages.crossSite))
    }
    if (!limitBody(req, res, route.endpoint)) return

    const { endpoint, service } = route
    res.locals.endpoint = endpoint
    const address = clientAddress(req, config.TRUST_PROXY)
    let identity: Identity | null = null
    try {
      if (endpoint.access === 'session')
        identity = await authenticate(ctx, req.cookies[cookieName(config.COOKIE_SECURE)])
      await rateLimits.take(endpoint, { address, ...(identity && { userId: identity.userId }) })
    } catch (error) {
      if (error instanceof AppError) return refuse(req, res, error)
      throw error
    }

    underway.set(req, { identity, address, isLogin: endpoint === login })
    req.headers = forwardedHeaders(req.headers, tokenFor(identity))
    const upstream = upstreams[service]
    await (endpoint.isUpload ? upstream.upload : upstream.request)(req, res, next)
  }
}

/** Turns what auth says of a session into a cookie, and keeps what only services should see inside. */
export function createOnResponse({ config, readSessionToken, sessionCache, rateLimits, log }: Ctx) {
  return function onResponse(answer: IncomingMessage, req: IncomingMessage, _res: ServerResponse): void {
    const known = underway.get(req)
    const said = answer.headers[SESSION_HEADER]
    delete answer.headers[SESSION_HEADER]
    delete answer.headers['x-powered-by']
    if (known?.isLogin && answer.statusCode !== 401) void rateLimits.refundLogin(known.address)
    if (typeof said !== 'string') return

    answer.headers['set-cookie'] = [sessionCookie(said, config.COOKIE_SECURE)]
    if (said === SESSION_ENDED) {
      answer.headers['clear-site-data'] = '"cache", "storage"'
      if (known?.identity) sessionCache.revoke([known.identity.sid])
      return
    }
    const opened = readSessionToken(said)
    if (opened) sessionCache.opened(opened)
    else log.error('auth signed a session that the gateway does not accept: is SESSION_SECRET the same?')
  }
}
