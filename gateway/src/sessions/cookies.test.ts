import { expect, test } from 'vitest'
import { readCookie, sessionCookie } from './cookies.ts'

test('SEC-15 a session cookie is HttpOnly and SameSite=Lax, and Secure with the __Host- prefix over TLS', () => {
  expect(sessionCookie('token', true)).toBe(
    '__Host-zing_session=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  )
  expect(sessionCookie('token', false)).toBe('zing_session=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax')
  expect(sessionCookie('ended', false)).toBe('zing_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})

test('a cookie is found among others, only by its whole name; of two with one name the first counts', () => {
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
