import type { KeyObject } from 'node:crypto'
import { hasRole } from '@zing/proto/accounts/roles'
import {
  type AnyEndpoint,
  type BodyOf,
  bodyMaxBytesOf,
  expressPath,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import { CLIENT_ADDRESS_HEADER, IDENTITY_HEADER } from '@zing/proto/headers'
import express, { type Express, type Request, type Response } from 'express'
import type { z } from 'zod/mini'
import { firstMessage } from '../errors.ts'
import type { Log } from '../observability/logger.ts'
import { logSecurityEvent, withClientAddress } from '../observability/security-log.ts'
import { ensureInTime } from '../timing/deadline.ts'
import { createInternalTokenReader, type Identity, isExpired, type ReadInternalToken } from './internal-token.ts'
import { isWithinJsonLimits } from './json-limits.ts'

type Caller<E extends AnyEndpoint> = E['access'] extends 'public' ? Partial<Identity> : Identity

export type Input<E extends AnyEndpoint> = Caller<E> & {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Sent instead of the body, which is then undefined; only with `fileMedia` in the contract. */
  file?: Buffer | undefined
}

/** Returns the response body, or nothing where the contract has none. `res` is for headers and bytes only. */
export type Handler<E extends AnyEndpoint> = (
  input: Input<E>,
  res: Response,
  req: Request,
) => Promise<ResponseOf<E>> | ResponseOf<E>

export interface ServeOptions {
  /** Runs before the body is read and can bound how many bodies are held at once. An anonymous caller has no identity. */
  beforeBody?(identity: Identity | null, req: Request, res: Response): Promise<void>
}

export type Serve = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E>, options?: ServeOptions) => void

const JSON_MEDIA = 'application/json'

/**
 * Turns contracts into routes. A route authenticates the caller, parses input and response, and sends declared fields only.
 */
export function createServe(app: Express, { secret, log }: { secret: KeyObject; log: Log }): Serve {
  const readToken = createInternalTokenReader(secret)
  return function serve(endpoint, handle, { beforeBody } = {}) {
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    const authenticate = (req: Request, res: Response, next: () => void) => {
      res.locals.endpoint = endpoint
      const identity = identityOf(req, readToken, endpoint)
      res.locals.identity = identity
      // only the gateway has valid tokens, so the address is its own
      withClientAddress(req.get(CLIENT_ADDRESS_HEADER), () => {
        requireRole(log, identity, endpoint)
        next()
      })
    }
    const prepare = beforeBody ? [prepareWith(beforeBody)] : []
    const hasBody = Boolean(endpoint.body || endpoint.fileMedia)
    const checks = [authenticate, ...(hasBody ? [requireMedia(endpoint)] : []), ...prepare]

    app[method](expressPath(endpoint), ...checks, ...(hasBody ? bodyReaders(endpoint) : []), async (req, res) => {
      const file = Buffer.isBuffer(req.body) ? req.body : undefined
      const input = {
        ...res.locals.identity,
        params: parse(endpoint.params, req.params),
        query: queryOf(endpoint, req),
        body: endpoint.body && !file && parseBody(endpoint, req.body),
        file,
      } as Input<typeof endpoint> // parsed with the contract that the type is derived from
      req.body = undefined // an idle connection keeps its last request, and that its body of up to 5 MB

      ensureInTime() // the body may have taken long
      const result = await handle(input, res, req)
      if (res.headersSent) return
      res.status(endpoint.status)
      if (endpoint.response) res.json(endpoint.response.parse(result))
      else res.end()
    })
  }
}

function prepareWith(beforeBody: NonNullable<ServeOptions['beforeBody']>) {
  return async (req: Request, res: Response, next: () => void) => {
    await beforeBody(res.locals.identity, req, res)
    next()
  }
}

function identityOf(req: Request, readToken: ReadInternalToken, { access }: AnyEndpoint): Identity | null {
  let identity: Identity | null
  try {
    identity = readToken(req.get(IDENTITY_HEADER))
  } catch (error) {
    throw isExpired(error) ? errors.unavailable() : errors.notSignedIn()
  }
  if (access === 'session' && !identity) throw errors.notSignedIn()
  return identity
}

/** The gateway signs the role with the token, as auth reported it within SESSION_CACHE_FRESH_MS. */
function requireRole(log: Log, identity: Identity | null, { role, path }: AnyEndpoint): void {
  if (!role || hasRole(identity?.role, role)) return
  logSecurityEvent(log, 'authz_fail', { userId: identity?.userId, reason: `not ${role}`, resource: path })
  throw errors.notAllowed()
}

function bodyReaders(endpoint: AnyEndpoint) {
  const { body, fileMedia = [] } = endpoint
  const limit = bodyMaxBytesOf(endpoint)
  return [
    ...(body ? [express.json({ limit })] : []),
    ...(fileMedia.length > 0 ? [express.raw({ limit, type: [...fileMedia] })] : []),
  ]
}

/** Rejects other bodies: forms and plain text can be posted across sites without a preflight (SEC-60). */
function requireMedia({ body, fileMedia = [] }: AnyEndpoint) {
  const types = [...(body ? [JSON_MEDIA] : []), ...fileMedia]
  return (req: Request, _res: Response, next: () => void) => {
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
    if (hasBody && !req.is(types)) throw errors.notJson()
    next()
  }
}

/** The query of a request, for work before its body is read. */
export function queryOf<E extends AnyEndpoint>(endpoint: E, req: Request): QueryOf<E> {
  return parse(endpoint.query, scalars(req)) as QueryOf<E> // parsed with the contract that the type is derived from
}

/** Query parameters as text. A repeated key is rejected and never becomes an array (SEC-31). */
function scalars(req: Request): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [key, value] of Object.entries(req.query)) {
    if (typeof value !== 'string') throw errors.invalidRequest()
    query[key] = value
  }
  return { ...query }
}

function parseBody({ body: schema, maxKeys }: AnyEndpoint, body: unknown): unknown {
  if (!isWithinJsonLimits(body, maxKeys)) throw errors.invalidRequest()
  return parse(schema, body)
}

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw errors.invalidRequest({ message: firstMessage(parsed.error) })
  return parsed.data
}
