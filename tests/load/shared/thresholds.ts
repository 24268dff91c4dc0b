import type { AnyEndpoint } from '@zing/proto/endpoint'
import { CONNECT_TIMEOUT_MS } from '@zing/proto/limits'

export type Thresholds = Record<string, string[]>

/** Metrics of ours, beside those of k6. */
export const METRICS = {
  /** Milliseconds from the POST of a message to its frame at the partner's socket. */
  sendToFrame: 'send_to_frame',
  /** Messages whose frame came exactly once and in order. */
  arrived: 'messages_arrived',
  /** Messages that GET has exactly once and in order when all is over. */
  kept: 'messages_kept',
  /** Milliseconds from opening a socket to its CONNECTED. */
  connect: 'socket_connect',
  /** Sockets that were lost and are back. */
  reconnects: 'socket_reconnects',
  /** Virtual users who came to the end of their story. */
  finished: 'users_finished',
} as const

/** No request fails, and every answer is what the contract says. Holds for all scripts. */
export const NO_ERRORS: Thresholds = { http_req_failed: ['rate==0'], checks: ['rate==1'] }

/** design.md section 10. */
export const SEND_TO_SHOWN = ['p(50)<=8', 'p(99)<=40']

export const NO_MESSAGE_LOST: Thresholds = { [METRICS.kept]: ['rate==1'] }
export const EVERY_FRAME_ONCE: Thresholds = { [METRICS.arrived]: ['rate==1'] }

/** What has to hold also as long as nothing is warm; claims (`checks`) may be about time. */
export const ALWAYS = ['http_req_failed', METRICS.kept, METRICS.arrived]

/** Whoever is cut off has not checked everything. */
export function allFinish(users: number): Thresholds {
  return { [METRICS.finished]: [`count==${users}`] }
}

/** A client gives a connection up after CONNECT_TIMEOUT_MS and starts again: a storm must be over before. */
export const BACK_IN_TIME: Thresholds = { [METRICS.connect]: ['p(95)<=2500', `max<=${CONNECT_TIMEOUT_MS}`] }

/** How requests of one endpoint are called in metrics. */
export function nameOf({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/[{}]/g, '_')}` // braces end the name of a metric
}

/** Thresholds of the durations of one endpoint. Each also makes it a row of the table. */
export function durations(endpoint: AnyEndpoint, thresholds: string[]): Thresholds {
  return { [`http_req_duration{name:${nameOf(endpoint)}}`]: thresholds }
}
