import type { AnyEndpoint, ResponseOf } from '@zing/proto/endpoint'
import { registerUser } from '@zing/proto/http/auth'
import { check } from 'k6'
import { isSampled } from './inspect.ts'
import { bodyOf, type Input, logFailure, matchesContract, sendRequest } from './send-request.ts'

export interface CallResult<Body> {
  body: Body
  headers: Record<string, string>
}

/** Sends one request of a contract. Throws if the response has another status than the contract. */
export async function call<E extends AnyEndpoint>(
  cookie: string,
  endpoint: E,
  input: Input<E> = {},
): Promise<CallResult<ResponseOf<E>>> {
  const headers = isRetryable(endpoint) ? { 'Idempotency-Key': crypto.randomUUID() } : {}
  const response = await sendRequest(cookie, endpoint, { ...input, headers })
  const isGood = check(response, {
    'the status matches the contract': ({ status }) => status === endpoint.status,
  })
  if (isGood && isSampled())
    check(response, { 'the response matches the contract': (it) => matchesContract(endpoint, it) })
  if (!isGood) throw new Error(logFailure(endpoint, response, response.timings.duration))
  return { body: bodyOf(response), headers: response.headers }
}

/**
 * True for writes that k6 may resend, like browsers, if a kept-alive connection breaks before the response. Their
 * Idempotency-Key enables this in k6; the product ignores it.
 */
function isRetryable(endpoint: AnyEndpoint): boolean {
  return endpoint.method !== 'GET' && endpoint !== registerUser
}

/** Awaits all calls before it throws the first failure: k6 cancels running calls when an iteration throws. */
export async function callAll<T extends Promise<unknown>[] | []>(calls: T) {
  await Promise.allSettled(calls)
  return Promise.all(calls)
}

/** Awaits calls whose failures `call` has counted. */
export async function ignoreFailures(...calls: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(calls)
}
