import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { keyOf } from '../env.ts'
import { createInternalTokenReader, type Identity, signInternalToken } from './internal-token.ts'

const secret = 's'.repeat(40)
const claims = { sid: 'sid' }
const validOptions = { issuer: 'zing-gateway', audience: 'zing-services', subject: '7', expiresIn: 60 } as const

function verify(token: string) {
  return createInternalTokenReader(keyOf(secret))(`Bearer ${token}`)
}

test('the identity in a token is the signed one, null for an anonymous caller', () => {
  expect(verify(signInternalToken(secret, { userId: 7, sid: 'sid' }))).toEqual({ userId: 7, sid: 'sid' })
  expect(verify(signInternalToken(secret, null))).toBeNull()
})

test('the role of an identity is carried in its token, and a token without a role has none', () => {
  const admin: Identity = { userId: 7, sid: 'sid', role: 'admin' }
  expect(verify(signInternalToken(secret, admin))).toEqual(admin)
  expect(verify(signInternalToken(secret, { userId: 7, sid: 'sid' }))).not.toHaveProperty('role')
})

test.each(['owner', '', 7, null, ['admin'], { admin: true }])('the unknown role %j in a token is ignored', (role) => {
  expect(verify(jwt.sign({ ...claims, role }, secret, validOptions))).toStrictEqual({ userId: 7, sid: 'sid' })
})

test.each([
  ['another secret', jwt.sign(claims, 'x'.repeat(40), validOptions)],
  ['another algorithm', jwt.sign(claims, secret, { ...validOptions, algorithm: 'HS512' })],
  ['no algorithm', `${jwt.sign(claims, secret, { ...validOptions, algorithm: 'none' as 'HS256' })}`],
  ['the audience of a session cookie', jwt.sign(claims, secret, { ...validOptions, audience: 'zing-gateway' })],
  [
    'an old issue time and no expiry',
    jwt.sign({ ...claims, iat: 1 }, secret, { issuer: validOptions.issuer, audience: validOptions.audience }),
  ],
  ['a malformed user id', jwt.sign(claims, secret, { ...validOptions, subject: '1, 2' })],
])('a token with %s is rejected', (_what, token) => {
  expect(() => verify(token)).toThrow()
})

test('a header without a bearer token is rejected', () => {
  const read = createInternalTokenReader(keyOf(secret))
  expect(() => read(undefined)).toThrow()
  expect(() => read(signInternalToken(secret, null))).toThrow()
})
