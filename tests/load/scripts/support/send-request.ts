import { type AnyEndpoint, type BodyInputOf, pathOf } from '@zing/proto/endpoint'
import http, { type RefinedResponse } from 'k6/http'
import { nameOf } from '../../shared/thresholds.ts'
import { url } from './fixture.ts'

const CALL_MS = 15_000

export interface Input<E extends AnyEndpoint> {
  params?: Record<string, string | number>
  query?: string
  body?: BodyInputOf<E>
}

type Text = RefinedResponse<'text'>

/** Sends one request of a contract, whatever the response. */
export function sendRequest<E extends AnyEndpoint>(
  cookie: string,
  endpoint: E,
  { params, query, body, headers }: Input<E> & { headers?: Record<string, string> },
): Promise<Text> {
  const address = `${url}${pathOf(endpoint, params)}${query ? `?${query}` : ''}`
  return http.asyncRequest(endpoint.method, address, body === undefined ? null : JSON.stringify(body), {
    headers: {
      ...(cookie && { Cookie: cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    jar: new http.CookieJar(), // k6's default jar would mix the users' sessions
    tags: { name: nameOf(endpoint) },
    timeout: CALL_MS,
  })
}

export function matchesContract({ response: schema }: AnyEndpoint, response: Text): boolean {
  return schema ? schema.safeParse(bodyOf(response)).success : !response.body
}

// biome-ignore lint/suspicious/noExplicitAny: as JSON.parse
export function bodyOf({ body }: Text): any {
  try {
    return body ? JSON.parse(body) : undefined
  } catch {
    return undefined // a body without JSON fails the check against the contract
  }
}

/** Logs a call with an unexpected status; src/failures.ts parses this line. Returns the line without the duration. */
export function logFailure(endpoint: AnyEndpoint, { status, error, error_code }: Text, ms: number): string {
  const failure = `failed: ${nameOf(endpoint)}: ${status === 0 ? `${error} (${error_code})` : status}`
  console.warn(`${failure} | ${Math.round(ms)} ms`)
  return failure
}
