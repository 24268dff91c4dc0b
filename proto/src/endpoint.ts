import type { z } from 'zod/mini'
import type { Role } from './accounts/roles.ts'
import type { Feature } from './community/modes.ts'
import { BODY_MAX_BYTES, UPLOAD_BODY_MAX_BYTES } from './limits.ts'
import { type RateLimit, reads, writes } from './rate-limits.ts'

/** Kind of work with its own places in a service: calls do not wait for calls of another lane (SEC-49b). */
export type LaneName = 'ordinary' | 'login' | 'registration' | 'upload' | 'download' | 'media'
/** Order in which an overloaded product refuses calls, from the last to the first. */
export type Priority = 'session' | 'message' | 'page' | 'discovery'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Access = 'public' | 'session'
/** Statuses of error responses that an endpoint declares itself. */
export type ErrorResponse = 401 | 403 | 404 | 409 | 416 | 503
/** Headers of a success response that a caller uses. */
export type ResponseHeader = 'Content-Range' | 'ETag' | 'Link' | 'Set-Cookie'

export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Allowed extends Access = Access,
> {
  method: Method
  /** Has `{name}` for each parameter, as in OpenAPI: `/api/users/{id}`. */
  path: string
  access: Allowed
  /** Callers without the role get a 403. */
  role?: Role
  /** Accounts that nobody has let in yet may make the call; others of their calls are 403 with PENDING. */
  isForPending: boolean
  /** The call is 404 with FEATURE_OFF while the community has switched this off. */
  feature?: Feature
  params?: Params
  query?: Query
  body?: Body
  /** Keys that the JSON body may have; absent: JSON_MAX_KEYS. */
  maxKeys?: number
  /** Bytes that the body may have; absent: BODY_MAX_BYTES, or UPLOAD_BODY_MAX_BYTES of an upload. */
  maxBytes?: number
  /** Content types of a body that browsers send with their own types; absent: JSON. */
  bodyMedia?: readonly string[]
  /** Content types of a file that the caller may send instead of the JSON body. Without `body` there is no other. */
  fileMedia?: readonly string[]
  /** Absent: no JSON body (204, or bytes that the handler streams itself, see `media`). */
  response?: Response
  /** Content types of a response that is not JSON. */
  media?: readonly string[]
  headers?: readonly ResponseHeader[]
  /** Statuses besides the ones that follow from access, method and body. */
  errorResponses?: readonly ErrorResponse[]
  status: number
  /** Carries a photo or a recording: larger body, longer timeouts. */
  isUpload: boolean
  lane: LaneName
  priority: Priority
  /** A call takes a point from each limit. */
  limits: readonly RateLimit[]
  /** A successful call opens a session, and ends the session that its cookie names (SEC-14). */
  opensSession: boolean
  /**
   * After a successful call other browsers are unknown to the account, and this one gets a new device cookie (SEC-48).
   */
  renewsDevice: boolean
}

type Declared<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  A extends Access,
> = Pick<
  Endpoint<P, Q, B, R, A>,
  | 'method'
  | 'path'
  | 'role'
  | 'params'
  | 'query'
  | 'body'
  | 'maxKeys'
  | 'maxBytes'
  | 'bodyMedia'
  | 'fileMedia'
  | 'response'
  | 'media'
  | 'headers'
  | 'errorResponses'
  | 'feature'
> &
  Partial<
    Pick<
      Endpoint<P, Q, B, R, A>,
      | 'access'
      | 'isForPending'
      | 'status'
      | 'isUpload'
      | 'lane'
      | 'priority'
      | 'limits'
      | 'opensSession'
      | 'renewsDevice'
    >
  >

/**
 * Declares one HTTP call; route, types, gateway table and client call derive from it. Defaults: access `session`, status
 * 200 with a response and 204 without, priority `page`. The lane is `upload` or `ordinary`, the limit `reads` or `writes`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  P extends z.ZodMiniType = z.ZodMiniUndefined,
  Q extends z.ZodMiniType = z.ZodMiniUndefined,
  B extends z.ZodMiniType = z.ZodMiniUndefined,
  R extends z.ZodMiniType = z.ZodMiniVoid,
  A extends Access = 'session',
>(declared: Declared<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return {
    access: 'session' as A, // the default of the type parameter
    status: declared.response ? 200 : 204,
    isForPending: false,
    isUpload: false,
    lane: declared.isUpload ? 'upload' : 'ordinary',
    priority: 'page',
    limits: [declared.method === 'GET' ? reads : writes],
    opensSession: false,
    renewsDevice: declared.opensSession ?? false,
    ...declared,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the variance of zod's types allows no narrower "any endpoint"
export type AnyEndpoint = Endpoint<any, any, any, any, any>

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R, infer _A> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R, infer _A> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R, infer _A> ? z.output<B> : never
/** Body as the caller sends it, before defaults and transforms. */
export type BodyInputOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R, infer _A> ? z.input<B> : never
export type ResponseOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _A> ? z.output<R> : never

/** Path with percent-encoded parameters: `pathOf(getProfile, { id: 7 })` is `/api/users/7`. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
}

/** Query parameters of a request; empty and undefined ones are left out. */
export type QueryInput = Record<string, string | number | undefined>

/** URL of a request, without the origin: `urlOf(listUsers, { query: { limit: 20 } })` is `/api/users?limit=20`. */
export function urlOf(
  endpoint: Pick<Endpoint, 'path'>,
  { params, query = {} }: { params?: Record<string, string | number>; query?: QueryInput } = {},
): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string | number] => Boolean(entry[1]))
  const search = entries.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${pathOf(endpoint, params)}${search && `?${search}`}`
}

/** Path in the syntax of Express: `/api/users/:id`. */
export function expressPath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Bytes that the body of a call may have. */
export function bodyMaxBytesOf({ isUpload, maxBytes }: AnyEndpoint): number {
  return maxBytes ?? (isUpload ? UPLOAD_BODY_MAX_BYTES : BODY_MAX_BYTES)
}
