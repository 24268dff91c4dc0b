import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  return { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage // all that is read
}

test('a header of the client is believed only behind as many proxies as we have', () => {
  expect(clientAddress(from('127.0.0.2', '9.9.9.9'), 0)).toBe('127.0.0.2')
  expect(clientAddress(from('10.0.0.1', '9.9.9.9, 8.8.8.8'), 1)).toBe('8.8.8.8')
  expect(clientAddress(from('10.0.0.1'), 1)).toBe('10.0.0.1')
})

test('IPv4 in IPv6 is IPv4, and IPv6 counts by household', () => {
  expect(clientAddress(from('::ffff:127.0.0.9'), 0)).toBe('127.0.0.9')
  expect(clientAddress(from('2001:db8:1:22ff::1'), 0)).toBe('2001:db8:1:2200::/56')
  expect(clientAddress(from('2001:db8:1:2201:5::9'), 0)).toBe('2001:db8:1:2200::/56')
})
