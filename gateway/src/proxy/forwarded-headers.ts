import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_ADDRESS_HEADER,
  DEVICE_HEADER,
  IDENTITY_HEADER,
  REQUEST_ID_HEADER,
  TRACE_HEADER,
} from '@zing/proto/headers'

/** Headers of the client that a service gets with a call. */
const ALLOWED_HEADERS = [
  'accept',
  'accept-encoding',
  'content-type',
  'if-none-match',
  'if-range',
  'range',
  'user-agent',
  REQUEST_ID_HEADER,
  TRACE_HEADER,
]
const ALLOWED_AT_UPGRADE = ['origin', 'sec-websocket-key', 'sec-websocket-version', 'user-agent']

/** Headers of the gateway for a service. */
export interface InternalHeaders {
  token: string
  address: string
  device?: string | undefined
}

/** Returns the headers for a service: allowed ones of the client, and the internal ones (SEC-01, SEC-02). */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  internal: InternalHeaders,
  bodyBytes = 0,
): IncomingHttpHeaders {
  const length = bodyBytes > 0 && { 'content-length': String(bodyBytes) }
  return { ...pick(headers, ALLOWED_HEADERS), ...length, ...internalHeaders(internal) }
}

export function forwardedAtUpgrade(headers: IncomingHttpHeaders, internal: InternalHeaders): IncomingHttpHeaders {
  return {
    ...pick(headers, ALLOWED_AT_UPGRADE),
    connection: 'Upgrade',
    upgrade: 'websocket',
    ...internalHeaders(internal),
  }
}

function internalHeaders({ token, address, device }: InternalHeaders): IncomingHttpHeaders {
  const headers = { [IDENTITY_HEADER]: `Bearer ${token}`, [CLIENT_ADDRESS_HEADER]: address }
  return device ? { ...headers, [DEVICE_HEADER]: device } : headers
}

function pick(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) if (headers[name] !== undefined) picked[name] = headers[name]
  return picked
}
