import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import { login } from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import type { ServiceName } from '@zing/proto/http/routes'
import type { Request, Response } from 'express'
import type { Ctx } from '../context.ts'
import { clientAddress } from '../protection/client-address.ts'
import { LANES, laneOf } from '../protection/lanes.ts'
import { changesState, isOwnSite } from '../protection/origin.ts'
import { createBodyReader, declaredTooLarge, rejectRequest } from '../protection/request-body.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { cookieName, sessionCookie } from '../sessions/cookies.ts'
import { forwardedHeaders, type TokenFor } from './forwarded-headers.ts'
import { findRoute } from './route-table.ts'
import type { Upstream } from './upstream.ts'

const forwarded = new WeakMap<IncomingMessage, { identity: Identity | null; address: string; isLogin: boolean }>()

/** Forwards the calls below /api after checking route, origin, body size, session and rate limits. */
export function createApi(ctx: Ctx, upstreams: Record<ServiceName, Upstream>, tokenFor: TokenFor) {
  const { config, rateLimits } = ctx
  const readBody = createBodyReader()

  return async function api(req: Request, res: Response): Promise<void> {
    const arrivedAt = performance.now()
    const route = findRoute(req.method, req.originalUrl.split('?')[0] ?? '')
    if (!route) return rejectRequest(req, res, new AppError(404, messages.notFound))
    if ('allow' in route) {
      res.set('Allow', route.allow.join(', '))
      return rejectRequest(req, res, new AppError(405, messages.methodNotAllowed))
    }
    if (changesState(req.method) && !isOwnSite(req.headers, config.PUBLIC_ORIGINS)) {
      return rejectRequest(req, res, new AppError(403, messages.crossSite))
    }
    const { endpoint, service } = route
    const sizeError = declaredTooLarge(req, endpoint)
    if (sizeError) return rejectRequest(req, res, sizeError)

    res.locals.endpoint = endpoint
    const address = clientAddress(req, config.TRUST_PROXY)
    const lane = laneOf(endpoint)
    let deadline = arrivedAt + LANES[lane].deadlineMs
    let identity: Identity | null = null
    let body: Buffer | null
    try {
      if (endpoint.access === 'session')
        identity = await authenticate(ctx, req.cookies[cookieName(config.COOKIE_SECURE)])
      await rateLimits.consume(endpoint, { address, ...(identity && { userId: identity.userId }) })
      const waitsSince = performance.now()
      body = await readBody(req, res, endpoint)
      deadline += performance.now() - waitsSince
    } catch (error) {
      if (error instanceof AppError) return rejectRequest(req, res, error)
      throw error
    }
    if (!body) return

    forwarded.set(req, { identity, address, isLogin: endpoint === login })
    if (!endpoint.body) body = body.subarray(0, 0)
    req.headers = forwardedHeaders(req.headers, tokenFor(identity), body.length)
    upstreams[service].forward({ req, res, lane, body, deadline })
  }
}

/** Turns the session header of auth into a cookie and removes internal headers from the response (SEC-14, SEC-15). */
export function createOnResponse({ config, readSessionToken, sessionCache, rateLimits, log }: Ctx) {
  return function onResponse(response: IncomingMessage, req: IncomingMessage, _res: ServerResponse): void {
    const request = forwarded.get(req)
    const session = response.headers[SESSION_HEADER]
    delete response.headers[SESSION_HEADER]
    delete response.headers['x-powered-by']
    if (request?.isLogin && response.statusCode !== 401) void rateLimits.refundLogin(request.address)
    if (typeof session !== 'string') return

    response.headers['set-cookie'] = [sessionCookie(session, config.COOKIE_SECURE)]
    if (session === SESSION_ENDED) {
      response.headers['clear-site-data'] = '"cache", "storage"'
      if (request?.identity) sessionCache.revoke([request.identity.sid])
      return
    }
    const identity = readSessionToken(session)
    if (identity) sessionCache.add(identity)
    else log.error('session token of auth is invalid, check that SESSION_SECRET is the same')
  }
}
