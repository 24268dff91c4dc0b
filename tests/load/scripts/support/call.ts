import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import { registerUser } from '@zing/proto/http/auth'
import { check } from 'k6'
import http, { type RefinedResponse } from 'k6/http'
import { nameOf } from '../../shared/thresholds.ts'
import { url } from './fixture.ts'
import { isToInspect } from './inspect.ts'

const CALL_MS = 15_000

export interface Answer<Body> {
  body: Body
  headers: Record<string, string>
}

export interface Input<E extends AnyEndpoint> {
  params?: Record<string, string | number>
  /** As it stands after the question mark. */
  query?: string
  body?: BodyInputOf<E>
}

/** A call by contract. Throws when the status is not the contract's. */
export async function call<E extends AnyEndpoint>(
  cookie: string,
  endpoint: E,
  { params, query, body }: Input<E> = {},
): Promise<Answer<ResponseOf<E>>> {
  const address = `${url}${pathOf(endpoint, params)}${query ? `?${query}` : ''}`
  const response = await http.asyncRequest(endpoint.method, address, body === undefined ? null : JSON.stringify(body), {
    headers: {
      ...(cookie && { Cookie: cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(mayBeRepeated(endpoint) && { 'Idempotency-Key': crypto.randomUUID() }),
    },
    jar: new http.CookieJar(), // else k6 would send one person's session along with the next one's
    tags: { name: nameOf(endpoint) },
    timeout: CALL_MS,
  })
  const isGood = check(response, {
    'the status is the one of the contract': ({ status }) => status === endpoint.status,
  })
  if (isGood && isToInspect()) check(response, { 'the answer fits the contract': (it) => fitsContract(endpoint, it) })
  if (!isGood) {
    const why = response.status === 0 ? `${response.error} (${response.error_code})` : `${response.status}`
    const failure = `failed: ${nameOf(endpoint)}: ${why}` // the runner counts lines that begin so
    console.warn(`${failure} | ${Math.round(response.timings.duration)} ms`)
    throw new Error(failure)
  }
  return { body: bodyOf(response), headers: response.headers }
}

/**
 * Every write but a registration can be repeated. When a connection that was kept alive breaks before there is an answer,
 * as it may when a server stops, a browser sends the request again on a new one. k6 does so for reads, and for writes with
 * this header, which nobody else looks at.
 */
function mayBeRepeated(endpoint: AnyEndpoint): boolean {
  return endpoint.method !== 'GET' && endpoint !== registerUser
}

/** Several calls at once. A failure is thrown when all have their answers: k6 would cut the others off. */
export async function together<T extends Promise<unknown>[] | []>(calls: T) {
  await Promise.allSettled(calls)
  return Promise.all(calls)
}

/** For what must go on whatever comes: a failed call has been counted where it failed. */
export async function attempt(...calls: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(calls)
}

function fitsContract(endpoint: AnyEndpoint, response: RefinedResponse<'text'>): boolean {
  if (!endpoint.response) return !response.body
  return endpoint.response.safeParse(bodyOf(response)).success
}

/** Parsed JSON; what it is has been checked where the contract says so. */
// biome-ignore lint/suspicious/noExplicitAny: as JSON.parse
function bodyOf({ body }: RefinedResponse<'text'>): any {
  try {
    return body ? JSON.parse(body) : undefined
  } catch {
    return undefined // not JSON: fits no contract
  }
}
