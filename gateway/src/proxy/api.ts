import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Identity } from '@zing/kit/http/internal-token'
import type { CountResponse } from '@zing/kit/rate-limits'
import { AppError, errors } from '@zing/proto/errors'
import {
  DEVICE_HEADER,
  ENDED_SESSIONS_HEADER,
  SESSION_ENDED,
  SESSION_HEADER,
  SESSION_PENDING_HEADER,
} from '@zing/proto/headers'
import type { RoutedService } from '@zing/proto/routes'
import type { Ctx } from '../context.ts'
import { isLoopLate } from '../overload/bounds.ts'
import type { CallResponse } from '../overload/call-queue.ts'
import { LANES } from '../overload/lanes.ts'
import type { LoopDelay } from '../overload/loop-delay.ts'
import { clientAddress } from '../protection/client-address.ts'
import { changesState, isOwnSite } from '../protection/origin.ts'
import { rejectRequest } from '../protection/reject-request.ts'
import { createBodyReader, declaredTooLarge } from '../protection/request-body.ts'
import { authenticate } from '../sessions/authenticate.ts'
import {
  cookieName,
  deviceCookie,
  endedSessionCookie,
  readCookie,
  readDeviceCookie,
  sessionCookie,
} from '../sessions/cookies.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import { findRoute, type Route } from './route-table.ts'
import type { TokenFor } from './token-signer.ts'
import type { Upstream } from './upstream.ts'

/** Rejects a path below /api that is not a call of a service: 404, or 405 for a known path. */
export function rejectUnknownCall(req: IncomingMessage, res: ServerResponse): void {
  const route = findRoute(req.method ?? '', req.url?.split('?')[0] ?? '')
  if (!route || !('allow' in route)) return rejectRequest(req, res, errors.notFound())
  res.setHeader('Allow', route.allow.join(', '))
  rejectRequest(req, res, errors.methodNotAllowed())
}

interface ApiOptions {
  upstreams: Record<RoutedService, Upstream>
  tokenFor: TokenFor
  loopDelay: LoopDelay
}

/** Forwards the calls of services after checking origin, body size, session and rate limits. */
export function createApi(ctx: Ctx, { upstreams, tokenFor, loopDelay }: ApiOptions) {
  const { config, rateLimits } = ctx
  const readBody = createBodyReader()
  const takeSession = createSessionTaker(ctx)

  return async function api(req: IncomingMessage, res: CallResponse, route: Route): Promise<void> {
    const arrivedAt = performance.now()
    const address = clientAddress(req, config.TRUST_PROXY)
    if (changesState(req.method ?? '') && !isOwnSite(req.headers, config.PUBLIC_ORIGINS)) {
      ctx.logSecurity('malicious_cors', { address, resource: route.endpoint.path })
      return rejectRequest(req, res, errors.crossSite())
    }
    const { endpoint, service } = route
    if (endpoint.feature && !ctx.settings.current().settings.features[endpoint.feature])
      return rejectRequest(req, res, errors.featureOff())
    const sizeError = declaredTooLarge(req, endpoint)
    if (sizeError) return rejectRequest(req, res, sizeError)

    const cookie = readCookie(req.headers.cookie, cookieName(config.COOKIE_SECURE))
    let deadline = arrivedAt + LANES[endpoint.lane].deadlineMs
    let identity: Identity | null = null
    let countResponse: CountResponse
    let body: Buffer | null
    try {
      const { isForPending } = endpoint
      if (endpoint.access === 'session')
        identity = await authenticate(ctx, { cookie, address, needsRole: Boolean(endpoint.role), isForPending })
      if (endpoint.opensSession) identity = ctx.readSessionToken(cookie) // auth ends the session, active or not
      countResponse = await rateLimits.consume(endpoint, { address, ...(identity && { userId: identity.userId }) })
      res.once('finish', () => countResponse(res.statusCode)) // the gateway itself responded
      const waitsSince = performance.now()
      body = await readBody(req, res, { endpoint, address })
      // the client's time does not count; the time of a paused process does
      if (!isLoopLate(loopDelay, endpoint)) deadline += performance.now() - waitsSince
    } catch (error) {
      if (error instanceof AppError) return rejectRequest(req, res, error)
      throw error
    }
    if (!body) return

    const device = endpoint.renewsDevice ? readDeviceCookie(req.headers.cookie, config.COOKIE_SECURE) : undefined
    if (!endpoint.body && !endpoint.fileMedia) body = body.subarray(0, 0)
    req.headers = forwardedHeaders(req.headers, { token: tokenFor(identity), address, device }, body.length)
    const onResponse = (response: IncomingMessage): void => {
      delete response.headers['x-powered-by']
      countResponse(response.statusCode ?? 500) // before the client can send its next request
      takeSession(response, identity)
    }
    upstreams[service].forward({ req, res, endpoint, body, deadline, onResponse })
  }
}

/**
 * Turns auth's session and device headers into cookies and removes them from the response (SEC-14, SEC-15). Sessions that the
 * call has ended are useless before the client has its response (SEC-12, SEC-13).
 */
function createSessionTaker({ config, readSessionToken, sessions, endSessions, log }: Ctx) {
  return function takeSession({ headers }: IncomingMessage, identity: Identity | null): void {
    const session = headers[SESSION_HEADER]
    const device = headers[DEVICE_HEADER]
    const ended = headers[ENDED_SESSIONS_HEADER]
    const isPending = headers[SESSION_PENDING_HEADER] !== undefined
    delete headers[SESSION_HEADER]
    delete headers[SESSION_PENDING_HEADER]
    delete headers[DEVICE_HEADER]
    delete headers[ENDED_SESSIONS_HEADER]
    if (typeof ended === 'string') endSessions(ended.split(','))
    const renewed = typeof device === 'string' ? [deviceCookie(device, config.COOKIE_SECURE)] : []
    if (typeof session !== 'string') {
      if (renewed.length > 0) headers['set-cookie'] = renewed
      return
    }
    if (identity) endSessions([identity.sid]) // ended or replaced
    if (session === SESSION_ENDED) {
      headers['set-cookie'] = [endedSessionCookie(config.COOKIE_SECURE)]
      headers['clear-site-data'] = '"cache", "storage"'
      return
    }
    const opened = readSessionToken(session)
    if (!opened) return log.error('session token of auth is invalid, check that SESSION_SECRET is the same')
    sessions.add(opened, isPending)
    headers['set-cookie'] = [sessionCookie(session, opened.expiresAt, config.COOKIE_SECURE), ...renewed]
  }
}
