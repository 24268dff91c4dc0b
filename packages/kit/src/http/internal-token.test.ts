import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { keyOf } from '../env.ts'
import { createInternalTokenReader, signInternalToken } from './internal-token.ts'

const secret = 's'.repeat(40)
const claims = { sid: 'sid' }
const right = { issuer: 'zing-gateway', audience: 'zing-services', subject: '7', expiresIn: 60 } as const

function verify(token: string) {
  return createInternalTokenReader(keyOf(secret))(`Bearer ${token}`)
}

test('who was signed in is who is read, and a visitor is nobody', () => {
  expect(verify(signInternalToken(secret, { userId: 7, sid: 'sid' }))).toEqual({ userId: 7, sid: 'sid' })
  expect(verify(signInternalToken(secret, null))).toBeNull()
})

test.each([
  ['another secret', jwt.sign(claims, 'x'.repeat(40), right)],
  ['another algorithm', jwt.sign(claims, secret, { ...right, algorithm: 'HS512' })],
  ['no algorithm', `${jwt.sign(claims, secret, { ...right, algorithm: 'none' as 'HS256' })}`],
  ['the audience of a session cookie', jwt.sign(claims, secret, { ...right, audience: 'zing-gateway' })],
  [
    'an old one without end',
    jwt.sign({ ...claims, iat: 1 }, secret, { issuer: right.issuer, audience: right.audience }),
  ],
  ['a user id that is not one', jwt.sign(claims, secret, { ...right, subject: '1, 2' })],
])('a token with %s is refused', (_what, token) => {
  expect(() => verify(token)).toThrow()
})

test('a header that is not a bearer token is refused', () => {
  const read = createInternalTokenReader(keyOf(secret))
  expect(() => read(undefined)).toThrow()
  expect(() => read(signInternalToken(secret, null))).toThrow()
})
