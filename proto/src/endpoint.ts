import type { z } from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** Who may call: anyone, or only somebody with a live session. */
export type Access = 'public' | 'session'
/** What a call may refuse for reasons of its own: wrong credentials, not allowed, not there, taken, not now. */
export type ErrorResponse = 401 | 403 | 404 | 409 | 503
/** Headers of a good answer that mean something to the caller. */
export type AnswerHeader = 'ETag' | 'Link' | 'Set-Cookie'

export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Allowed extends Access = Access,
> {
  method: Method
  /** With `{name}` for each parameter, as in OpenAPI: `/api/users/{id}`. */
  path: string
  access: Allowed
  params?: Params
  query?: Query
  body?: Body
  /** Absent: no JSON body (204, or bytes that the handler streams itself, see `media`). */
  response?: Response
  /** Content type of the bytes, where the answer is not JSON. */
  media?: string
  headers?: readonly AnswerHeader[]
  /** Beyond what follows from access, method and body and goes without saying. */
  errorResponses?: readonly ErrorResponse[]
  /** Status of the good answer. */
  status: number
  /** Carries a photo: larger body, longer time-outs. */
  isUpload: boolean
}

type Declared<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  A extends Access,
> = Pick<
  Endpoint<P, Q, B, R, A>,
  'method' | 'path' | 'params' | 'query' | 'body' | 'response' | 'media' | 'headers' | 'errorResponses'
> &
  Partial<Pick<Endpoint<P, Q, B, R, A>, 'access' | 'status' | 'isUpload'>>

/**
 * Declares one HTTP call. Access is `session` unless said otherwise; status is 200 with a response and 204 without.
 * Everything else about the call (route, types, gateway table, client call) is derived from this value.
 */
export function endpoint<
  P extends z.ZodMiniType = z.ZodMiniUndefined,
  Q extends z.ZodMiniType = z.ZodMiniUndefined,
  B extends z.ZodMiniType = z.ZodMiniUndefined,
  R extends z.ZodMiniType = z.ZodMiniVoid,
  A extends Access = 'session',
>(declared: Declared<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return {
    access: 'session' as A, // the default of the type parameter, said once more for the value
    status: declared.response ? 200 : 204,
    isUpload: false,
    ...declared,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the variance of zod's types allows no narrower "any endpoint"
export type AnyEndpoint = Endpoint<any, any, any, any, any>

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R, infer _A> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R, infer _A> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R, infer _A> ? z.output<B> : never
/** What a caller sends: before defaults and transforms. */
export type BodyInputOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R, infer _A> ? z.input<B> : never
export type ResponseOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _A> ? z.output<R> : never

/** `pathOf(getUser, { id: 7 })` is `/api/users/7`. Values are percent-encoded. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
}

/** The form Express wants: `/api/users/:id`. */
export function expressPath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
