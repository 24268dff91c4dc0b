import { createHash, createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { isLoopbackAddress } from './public-address.ts'

const ID_CHARACTERS = 22 // 128 bits

/** How a device is named: a digest, for its endpoint is a secret of the device. */
export function deviceIdOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url').slice(0, ID_CHARACTERS)
}

/**
 * True for the address of a push host by its form: https, a name with a dot and the port of https. What the name resolves to is
 * checked with each connection. With `allowLoopback`, which is for tests, also an address of this machine.
 */
export function isPushEndpoint(endpoint: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint)
  if (username || password || hash) return false
  if (allowLoopback && isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))) return true
  const isName = /\.[^.]+$/.test(hostname) && !hostname.startsWith('[') && isIP(hostname) === 0
  return protocol === 'https:' && port === '' && isName
}

/** True if the key of a device is a point of the curve, without which nothing can be encrypted for it. */
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
