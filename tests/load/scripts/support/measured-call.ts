import { type AnyEndpoint, pathOf } from '@zing/proto/endpoint'
import { ErrorBody } from '@zing/proto/http/errors'
import http, { type RefinedResponse } from 'k6/http'
import { Counter, Trend } from 'k6/metrics'
import { ACCEPTED_P99_MS } from '../../shared/overload.ts'
import { METRICS, nameOf } from '../../shared/thresholds.ts'
import type { Input } from './call.ts'
import { url } from './fixture.ts'
import { isSampled } from './inspect.ts'

const CALL_MS = 15_000
const UNEXPECTED_LOGGED = 3 // per VU

const goodput = new Counter(METRICS.goodput)
const accepted = new Trend(METRICS.accepted, true)
const refused = new Trend(METRICS.refused, true)
const unexpected = new Counter(METRICS.unexpected)
const signedOut = new Counter(METRICS.signedOut)

let logged = 0

/** Sends one request by contract and counts it as good, refused or unexpected. Returns true when it was accepted. */
export async function measuredCall<E extends AnyEndpoint>(
  cookie: string,
  endpoint: E,
  input: Input<E> = {},
): Promise<boolean> {
  const { params, query, body } = input
  const address = `${url}${pathOf(endpoint, params)}${query ? `?${query}` : ''}`
  const response = await http.asyncRequest(endpoint.method, address, body === undefined ? null : JSON.stringify(body), {
    headers: { ...(cookie && { Cookie: cookie }), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    jar: new http.CookieJar(), // k6's own jar would mix the sessions of several users
    tags: { name: nameOf(endpoint) },
    timeout: CALL_MS,
  })
  const { blocked, connecting, duration } = response.timings
  const ms = blocked + connecting + duration
  if (response.status === endpoint.status && (!isSampled() || matchesContract(endpoint, response))) {
    accepted.add(ms)
    if (ms <= ACCEPTED_P99_MS) goodput.add(1)
    return true
  }
  if (isRefusal(response)) {
    refused.add(ms)
    return false
  }
  unexpected.add(1)
  if (response.status === 401) signedOut.add(1)
  const reason = response.status === 0 ? `${response.error} (${response.error_code})` : `${response.status}`
  if (logged++ < UNEXPECTED_LOGGED) console.warn(`failed: ${nameOf(endpoint)}: ${reason} | ${Math.round(ms)} ms`)
  return false
}

/** True for a 503 or 429 that says when to retry and why, as every refusal of the product does. */
function isRefusal(response: RefinedResponse<'text'>): boolean {
  if (response.status !== 503 && response.status !== 429) return false
  if (!(Number(response.headers['Retry-After']) >= 1)) return false
  return !isSampled() || ErrorBody.safeParse(parsed(response)).success
}

function matchesContract({ response: schema }: AnyEndpoint, response: RefinedResponse<'text'>): boolean {
  return schema ? schema.safeParse(parsed(response)).success : !response.body
}

function parsed({ body }: RefinedResponse<'text'>): unknown {
  try {
    return body ? JSON.parse(body) : undefined
  } catch {
    return undefined // not JSON, so it fails the check against the contract
  }
}
