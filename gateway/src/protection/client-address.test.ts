import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  return { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage // all that is read
}

test('X-Forwarded-For is trusted only for the configured number of proxies', () => {
  expect(clientAddress(from('127.0.0.2', '9.9.9.9'), 0)).toBe('127.0.0.2')
  expect(clientAddress(from('10.0.0.1', '9.9.9.9, 8.8.8.8'), 1)).toBe('8.8.8.8')
  expect(clientAddress(from('10.0.0.1'), 1)).toBe('10.0.0.1')
})

test('an IPv4-mapped address counts as IPv4, and an IPv6 address as its /56 network', () => {
  expect(clientAddress(from('::ffff:127.0.0.9'), 0)).toBe('127.0.0.9')
  expect(clientAddress(from('2001:db8:1:22ff::1'), 0)).toBe('2001:db8:1:2200::/56')
  expect(clientAddress(from('2001:db8:1:2201:5::9'), 0)).toBe('2001:db8:1:2200::/56')
})
