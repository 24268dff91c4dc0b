import { expect, test } from 'vitest'
import { deviceCookie, endedSessionCookie, readCookie, readDeviceCookie, sessionCookie } from './cookies.ts'

test('SEC-15 a session cookie is HttpOnly and SameSite=Lax; over TLS Secure with __Host- too', () => {
  const [now, expiresAt] = [1_000_000, 1_000_000 + 900_000]
  expect(sessionCookie('token', expiresAt, true, now)).toBe(
    '__Host-zing_session=token; Path=/; Max-Age=900; HttpOnly; SameSite=Lax; Secure',
  )
  expect(sessionCookie('token', expiresAt, false, now)).toBe(
    'zing_session=token; Path=/; Max-Age=900; HttpOnly; SameSite=Lax',
  )
  expect(endedSessionCookie(false)).toBe('zing_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})

test('a session cookie ends with its session, not earlier', () => {
  expect(sessionCookie('token', 10_000, false, 400)).toContain('Max-Age=10;')
  expect(sessionCookie('token', 10_000, false, 20_000)).toContain('Max-Age=0;')
})

test('SEC-48 a device cookie lasts a year, with the flags of the session cookie', () => {
  expect(deviceCookie('a.b.c', true)).toBe(
    '__Host-zing_device=a.b.c; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
  )
})

test.each(['x', 'a.b', 'a.b.c\r\nx-user-id: 1', 'a.b.ü', `${'a'.repeat(2_000)}.b.c`, 'j:{"sub":"1"}', 'j:["a.b.c"]'])(
  'a device cookie of %j is not forwarded',
  (value) => {
    expect(readDeviceCookie(`zing_device=${value}`, false)).toBeUndefined()
    expect(readDeviceCookie(`zing_device=${encodeURIComponent(value)}`, false)).toBeUndefined()
    expect(readDeviceCookie(undefined, false)).toBeUndefined()
    expect(readDeviceCookie('zing_device=a.b-_9.c', false)).toBe('a.b-_9.c')
  },
)

test('a cookie is found by its whole name, and the first of two with one name counts', () => {
  expect(readCookie('a=1; zing_session=x.y=z; b=2', 'zing_session')).toBe('x.y=z')
  expect(readCookie('zing_session=first; zing_session=second', 'zing_session')).toBe('first')
  expect(readCookie('xzing_session=1', 'zing_session')).toBeUndefined()
  expect(readCookie(undefined, 'zing_session')).toBeUndefined()
})

test.each(['zing_session=j:{"sub":"1"}', '__proto__=x', 'constructor=x', '%zing_session=1'])(
  'a Cookie header of %s yields no session',
  (header) => {
    expect(readCookie(header, 'zing_session')).toBeUndefined()
  },
)
