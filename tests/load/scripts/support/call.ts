import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import { registerUser } from '@zing/proto/http/auth'
import { check } from 'k6'
import http, { type RefinedResponse } from 'k6/http'
import { nameOf } from '../../shared/thresholds.ts'
import { url } from './fixture.ts'
import { isSampled } from './inspect.ts'

const CALL_MS = 15_000

export interface CallResult<Body> {
  body: Body
  headers: Record<string, string>
}

export interface Input<E extends AnyEndpoint> {
  params?: Record<string, string | number>
  query?: string
  body?: BodyInputOf<E>
}

/** Sends one request by contract. Throws when the status is not the contract's. */
export async function call<E extends AnyEndpoint>(
  cookie: string,
  endpoint: E,
  { params, query, body }: Input<E> = {},
): Promise<CallResult<ResponseOf<E>>> {
  const address = `${url}${pathOf(endpoint, params)}${query ? `?${query}` : ''}`
  const response = await http.asyncRequest(endpoint.method, address, body === undefined ? null : JSON.stringify(body), {
    headers: {
      ...(cookie && { Cookie: cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(isRetryable(endpoint) && { 'Idempotency-Key': crypto.randomUUID() }),
    },
    jar: new http.CookieJar(), // k6's own jar would mix the sessions of several users
    tags: { name: nameOf(endpoint) },
    timeout: CALL_MS,
  })
  const isGood = check(response, {
    'the status matches the contract': ({ status }) => status === endpoint.status,
  })
  if (isGood && isSampled())
    check(response, { 'the response matches the contract': (it) => matchesContract(endpoint, it) })
  if (!isGood) {
    const reason = response.status === 0 ? `${response.error} (${response.error_code})` : `${response.status}`
    const failure = `failed: ${nameOf(endpoint)}: ${reason}` // src/failures.ts parses this line
    console.warn(`${failure} | ${Math.round(response.timings.duration)} ms`)
    throw new Error(failure)
  }
  return { body: bodyOf(response), headers: response.headers }
}

/**
 * True for writes that k6 may resend when a kept-alive connection breaks before the response, as browsers do. Their
 * Idempotency-Key enables this in k6; the product ignores it.
 */
function isRetryable(endpoint: AnyEndpoint): boolean {
  return endpoint.method !== 'GET' && endpoint !== registerUser
}

/** Awaits all calls before it throws the first failure: k6 cancels what is still running when an iteration throws. */
export async function callAll<T extends Promise<unknown>[] | []>(calls: T) {
  await Promise.allSettled(calls)
  return Promise.all(calls)
}

/** Awaits calls whose failures are already counted by `call`. */
export async function ignoreFailures(...calls: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(calls)
}

function matchesContract(endpoint: AnyEndpoint, response: RefinedResponse<'text'>): boolean {
  if (!endpoint.response) return !response.body
  return endpoint.response.safeParse(bodyOf(response)).success
}

// biome-ignore lint/suspicious/noExplicitAny: as JSON.parse
function bodyOf({ body }: RefinedResponse<'text'>): any {
  try {
    return body ? JSON.parse(body) : undefined
  } catch {
    return undefined // not JSON, so it fails the check against the contract
  }
}
