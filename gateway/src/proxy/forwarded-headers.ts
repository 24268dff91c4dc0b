import type { KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BoundedMap } from '@zing/kit/bounded-map'
import { type Identity, signInternalToken } from '@zing/kit/http/internal-token'
import { IDENTITY_HEADER, REQUEST_ID_HEADER, TRACE_HEADER } from '@zing/proto/headers'

const ALLOWED = [
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'if-none-match',
  'transfer-encoding',
  'user-agent',
  REQUEST_ID_HEADER,
  TRACE_HEADER,
]
const ALLOWED_AT_UPGRADE = ['origin', 'sec-websocket-key', 'sec-websocket-version', 'user-agent']

/**
 * The only headers that a service ever sees: a short list of the client's and our own word for who is asking. Everything
 * else, above all what looks like an identity, stays outside (SEC-01, SEC-02).
 */
export function forwardedHeaders(headers: IncomingHttpHeaders, token: string): IncomingHttpHeaders {
  return { ...pick(headers, ALLOWED), [IDENTITY_HEADER]: `Bearer ${token}` }
}

export function forwardedAtUpgrade(headers: IncomingHttpHeaders, token: string): IncomingHttpHeaders {
  const own = { connection: 'Upgrade', upgrade: 'websocket', [IDENTITY_HEADER]: `Bearer ${token}` }
  return { ...pick(headers, ALLOWED_AT_UPGRADE), ...own }
}

function pick(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}

const RENEW_MS = 30_000 // half of what services accept
const MAX_TOKENS = 20_000

/** Signs once per session and half minute alternatives of once per request. */
export function createTokenCache(secret: KeyObject, now: () => number = Date.now) {
  const tokens = new BoundedMap<string, { token: string; at: number }>(MAX_TOKENS)
  return function tokenFor(identity: Identity | null): string {
    const key = identity?.sid ?? ''
    const known = tokens.get(key)
    if (known && now() - known.at < RENEW_MS) return known.token

    const token = signInternalToken(secret, identity)
    tokens.set(key, { token, at: now() })
    return token
  }
}
export type TokenFor = ReturnType<typeof createTokenCache>
