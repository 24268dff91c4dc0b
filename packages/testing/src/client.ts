import { type Identity, signInternalToken } from '@zing/kit/http/internal-token'
import { assertDocumented } from '@zing/openapi/assert-documented'
import { type AnyEndpoint, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import type { ErrorBody } from '@zing/proto/http/errors'

export interface CallInput {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  /** Sent as JSON; a Blob is a file of its own type. */
  body?: unknown
  headers?: Record<string, string>
}

export interface CallResult<Body> {
  status: number
  body: Body
  headers: Headers
}

/** Calls one service as the gateway does, with an internal token for this user, or an anonymous one for null. */
export function serviceClient(url: string, secret: string, identity: Identity | null) {
  return {
    call<E extends AnyEndpoint>(
      endpoint: E,
      input: CallInput = {},
    ): Promise<CallResult<ResponseOf<E> & Partial<ErrorBody>>> {
      const authorization = `Bearer ${signInternalToken(secret, identity)}` // lasts for a minute, a file of tests for longer
      return callEndpoint(url, endpoint, { ...input, headers: { authorization, ...input.headers } })
    },
  }
}

/** Sends one request by contract and parses a JSON body. Throws when docs/openapi.json does not declare the response. */
export async function callEndpoint<E extends AnyEndpoint>(
  baseUrl: string,
  endpoint: E,
  { params, query, body, headers }: CallInput,
): Promise<CallResult<ResponseOf<E> & Partial<ErrorBody>>> {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const isJsonBody = body !== undefined && !(body instanceof Blob)
  const response = await fetch(`${baseUrl}${pathOf(endpoint, params)}${search.size > 0 ? `?${search}` : ''}`, {
    method: endpoint.method,
    headers: { ...(isJsonBody && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  await assertDocumented(endpoint.method, response)
  const isJson = response.headers.get('content-type')?.includes('application/json')
  const parsed = (isJson ? await response.json() : undefined) as ResponseOf<E> & Partial<ErrorBody> // asserted by tests
  return { status: response.status, body: parsed, headers: response.headers }
}
