import { expect, test } from 'vitest'
import { readCookie, sessionCookie } from './cookies.ts'

test('SEC-15 a session cookie is hidden from scripts and kept to this site; over TLS the browser insists on it', () => {
  expect(sessionCookie('token', true)).toBe(
    '__Host-zing_session=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  )
  expect(sessionCookie('token', false)).toBe('zing_session=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax')
  expect(sessionCookie('ended', false)).toBe('zing_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})

test('a cookie is found among others, and only by its whole name', () => {
  expect(readCookie('a=1; zing_session=x.y=z; b=2', 'zing_session')).toBe('x.y=z')
  expect(readCookie('xzing_session=1', 'zing_session')).toBeUndefined()
  expect(readCookie(undefined, 'zing_session')).toBeUndefined()
})
