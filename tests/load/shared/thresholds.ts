import type { AnyEndpoint } from '@zing/proto/endpoint'
import { CONNECT_TIMEOUT_MS } from '@zing/proto/limits'

export type Thresholds = Record<string, string[]>

export const METRICS = {
  /** Milliseconds from the send of a message to its frame at the partner's socket. */
  sendToFrame: 'send_to_frame',
  /** Milliseconds from the send of a message to the response that confirms its storage. */
  sendAccepted: 'send_accepted',
  sentOverSocket: 'messages_sent_over_socket',
  sentByPost: 'messages_sent_by_post',
  /** Messages whose frame arrived exactly once and in order. */
  arrived: 'messages_arrived',
  /** Messages that GET returns exactly once and in order after the load. */
  kept: 'messages_kept',
  connect: 'socket_connect',
  reconnects: 'socket_reconnects',
  finished: 'users_finished',
  /** Responses with the status of the contract within ACCEPTED_P99_MS. */
  goodput: 'goodput',
  goodSends: 'goodput_sends',
  accepted: 'accepted_duration',
  refused: 'refused_duration',
  /** Responses that are neither good nor a 503 or 429 with Retry-After and a message. */
  unexpected: 'responses_unexpected',
  signedOut: 'responses_signed_out',
  /** Acknowledged messages without a check after the load. */
  unverified: 'messages_unverified',
  socketsClosed: 'sockets_closed',
  /** Milliseconds from the end of the load until the web push queue is empty. */
  pushDrain: 'push_drain',
  /** Web pushes that the push host accepted. */
  pushesSent: 'pushes_sent',
  /** Milliseconds from a match to the push host's response, for 95 of 100 pushes; an upper bound from a histogram. */
  pushLag: 'push_lag_p95',
  /** Milliseconds from the question what a sign-up needs until the account exists, with the proof. */
  signUp: 'sign_up',
  /** Attackers whose account is active. */
  intruders: 'intruders',
  /** Milliseconds from the loss of a socket until it is connected again. */
  back: 'socket_back',
  /** Reconnects after which nothing had to be fetched. */
  resumed: 'sockets_resumed',
  /** Longest time without a frame on a socket. */
  silence: 'socket_silence',
} as const

/** No request fails and every check holds, in all scripts. */
export const NO_ERRORS: Thresholds = { http_req_failed: ['rate==0'], checks: ['rate==1'] }

/** Budgets of docs/benchmarks.md. */
export const SEND_TO_SHOWN = ['p(50)<=8', 'p(99)<=40']

export const NO_MESSAGE_LOST: Thresholds = { [METRICS.kept]: ['rate==1'] }
export const EVERY_FRAME_ONCE: Thresholds = { [METRICS.arrived]: ['rate==1'] }

/** Metrics whose thresholds must also hold during the warm-up; `checks` may depend on durations. */
export const ALWAYS = ['http_req_failed', METRICS.kept, METRICS.arrived]

/** Requires that every VU reached its verification. */
export function allFinish(vus: number): Thresholds {
  return { [METRICS.finished]: [`count==${vus}`] }
}

/** Clients give up a connection attempt after CONNECT_TIMEOUT_MS and start again. */
export const BACK_IN_TIME: Thresholds = { [METRICS.connect]: ['p(95)<=2500', `max<=${CONNECT_TIMEOUT_MS}`] }

export function nameOf({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/[{}]/g, '_')}` // k6 ends a metric name at a brace
}

/** Thresholds for the durations of one endpoint; they also add it to the table. */
export function durations(endpoint: AnyEndpoint, thresholds: string[]): Thresholds {
  return { [`http_req_duration{name:${nameOf(endpoint)}}`]: thresholds }
}
