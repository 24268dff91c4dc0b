import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_ADDRESS_HEADER,
  DEVICE_HEADER,
  IDENTITY_HEADER,
  REQUEST_ID_HEADER,
  TRACE_HEADER,
} from '@zing/proto/headers'

const ALLOWED = [
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

/** The gateway's own headers for a service. */
export interface InternalHeaders {
  token: string
  address: string
  device?: string | undefined
}

/** Returns the headers for a service: an allow-list of the client's and the internal ones (SEC-01, SEC-02). */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  internal: InternalHeaders,
  bodyBytes = 0,
): IncomingHttpHeaders {
  const forwarded = pick(headers, ALLOWED)
  if (bodyBytes > 0) forwarded['content-length'] = String(bodyBytes)
  return addInternalHeaders(forwarded, internal)
}

export function forwardedAtUpgrade(headers: IncomingHttpHeaders, internal: InternalHeaders): IncomingHttpHeaders {
  const forwarded = { ...pick(headers, ALLOWED_AT_UPGRADE), connection: 'Upgrade', upgrade: 'websocket' }
  return addInternalHeaders(forwarded, internal)
}

function addInternalHeaders(
  headers: IncomingHttpHeaders,
  { token, address, device }: InternalHeaders,
): IncomingHttpHeaders {
  headers[IDENTITY_HEADER] = `Bearer ${token}`
  headers[CLIENT_ADDRESS_HEADER] = address
  if (device) headers[DEVICE_HEADER] = device
  return headers
}

function pick(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) if (headers[name] !== undefined) picked[name] = headers[name]
  return picked
}
