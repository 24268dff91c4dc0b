import type { AnyEndpoint } from '@zing/proto/endpoint'
import { ErrorBody } from '@zing/proto/http/errors'
import type { RefinedResponse } from 'k6/http'
import { Counter, Trend } from 'k6/metrics'
import { ACCEPTED_P99_MS } from '../../shared/overload.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { isSampled } from './inspect.ts'
import { bodyOf, type Input, logFailure, matchesContract, sendRequest } from './send-request.ts'

const UNEXPECTED_LOGGED = 3 // per VU

const goodput = new Counter(METRICS.goodput)
const accepted = new Trend(METRICS.accepted, true)
const refused = new Trend(METRICS.refused, true)
const unexpected = new Counter(METRICS.unexpected)
const signedOut = new Counter(METRICS.signedOut)

let logged = 0

/** Sends one request of a contract and counts it as good, refused or unexpected. Returns true if it was accepted. */
export async function measuredCall<E extends AnyEndpoint>(
  cookie: string,
  endpoint: E,
  input: Input<E> = {},
): Promise<boolean> {
  const response = await sendRequest(cookie, endpoint, input)
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
  if (logged++ < UNEXPECTED_LOGGED) logFailure(endpoint, response, ms)
  return false
}

/** True for a 503 or 429 with a reason and a time to retry, like every refusal of the product. */
function isRefusal(response: RefinedResponse<'text'>): boolean {
  if (response.status !== 503 && response.status !== 429) return false
  if (!(Number(response.headers['Retry-After']) >= 1)) return false
  return !isSampled() || ErrorBody.safeParse(bodyOf(response)).success
}
