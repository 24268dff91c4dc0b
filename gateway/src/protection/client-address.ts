import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Returns the address that limits count. Trusts `hops` own proxies; an IPv6 address counts by its /56, a household's network.
 */
export function clientAddress(req: IncomingMessage, hops: number): string {
  const peer = req.socket.remoteAddress ?? 'unknown'
  const forwarded =
    hops > 0
      ? String(req.headers['x-forwarded-for'] ?? '')
          .split(',')
          .map((part) => part.trim())
      : []
  return networkOf(forwarded.at(-hops) || peer)
}

/** Returns an IPv4 address as it is, and the /56 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address // most addresses
  const mapped = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(mapped)) return mapped
  const [head = '', tail = ''] = mapped.split('::')
  const [left, right] = [head, tail].map((half) => (half ? half.split(':') : []))
  const zeros = Array(Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0))).fill('0')
  const groups = [...(left ?? []), ...zeros, ...(right ?? [])].map((part) => Number.parseInt(part, 16))
  return `${groups
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:${((groups[3] ?? 0) & 0xff00).toString(16)}::/56`
}
