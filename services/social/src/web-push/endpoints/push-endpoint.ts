import { createHash, createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { isLoopbackAddress } from './public-address.ts'

const ID_CHARACTERS = 22 // 128 bits

/** The id of a device: a digest, since the endpoint is a secret of the device. */
export function deviceIdOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url').slice(0, ID_CHARACTERS)
}

/**
 * True if the endpoint has the form of a push host: https, a dotted name, and the https port. Each connection checks
 * the resolved address. With `allowLoopback`, for tests, addresses of this machine count too.
 */
export function isPushEndpoint(endpoint: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint)
  if (username || password || hash) return false
  if (allowLoopback && isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))) return true
  const isName = /\.[^.]+$/.test(hostname) && !hostname.startsWith('[') && isIP(hostname) === 0
  return protocol === 'https:' && port === '' && isName
}

/** True if the key of a device is a point of the curve, without which no push can be encrypted. */
export function isPointOnCurve(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  if (point.length !== 65 || !x || !y) return false
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
