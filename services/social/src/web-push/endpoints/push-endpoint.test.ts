import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { deviceIdOf, isPointOnCurve, isPushEndpoint } from './push-endpoint.ts'

const strict = { allowLoopback: false }

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QABC',
  'https://push.example:443/x',
])('%s is the address of a push host', (endpoint) => {
  expect(isPushEndpoint(endpoint, strict)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[2a00:1450::1]/x',
  'https://142.250.185.106/x',
  'https://localhost/x',
  'https://mongodb/x',
  'https://mongodb./x',
  'https://127.0.0.1./x',
  'https://0177.0.0.1/x',
  'https://127.1/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://１２７.0.0.1/x',
  'https://push.example:8443/x',
  'https://user@push.example/x',
  'https://user:pw@push.example/x',
  'https://push.example/x#y',
  'ftp://push.example/x',
  'https://',
  'nonsense',
])('SEC-92 %s is refused', (endpoint) => {
  expect(isPushEndpoint(endpoint, strict)).toBe(false)
})

test('for tests it accepts an address of this machine with a port, but no other private one', () => {
  const tests = { allowLoopback: true }
  expect(isPushEndpoint('http://127.0.0.1:4567/push/1', tests)).toBe(true)
  expect(isPushEndpoint('http://[::1]:4567/push/1', tests)).toBe(true)
  expect(isPushEndpoint('http://10.0.0.1:4567/push/1', tests)).toBe(false)
  expect(isPushEndpoint('http://localhost:4567/push/1', tests)).toBe(false)
})

test('the id of a device follows from its endpoint and has 22 characters', () => {
  expect(deviceIdOf('https://push.example/1')).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(deviceIdOf('https://push.example/1')).toBe(deviceIdOf('https://push.example/1'))
  expect(deviceIdOf('https://push.example/1')).not.toBe(deviceIdOf('https://push.example/2'))
})

test('only a point of the curve is a key', () => {
  const key = createECDH('prime256v1').generateKeys()
  expect(isPointOnCurve(key.toString('base64url'))).toBe(true)
  const other = Buffer.from(key)
  other.writeUInt8(other.readUInt8(64) ^ 1, 64)
  expect(isPointOnCurve(other.toString('base64url'))).toBe(false)
  expect(isPointOnCurve(key.subarray(0, 33).toString('base64url'))).toBe(false)
})
