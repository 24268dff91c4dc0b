import { keyOf } from '@zing/kit/env'
import { SESSION_AUDIENCE, SESSION_ISSUER } from '@zing/proto/headers'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { createSessionTokens } from './session-tokens.ts'

const SECRET = 'a long enough text for a test, and more'

test('SEC-10 a token carries user, session, issuer, audience and expiry, signed with HS256', () => {
  const token = createSessionTokens(keyOf(SECRET), 90).sign(7, 'abc')
  const { header, payload } = jwt.verify(token, SECRET, { algorithms: ['HS256'], complete: true })
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
  const { iat } = payload as jwt.JwtPayload // signed from an object
  expect(payload).toEqual({
    sub: '7',
    sid: 'abc',
    iss: SESSION_ISSUER,
    aud: SESSION_AUDIENCE,
    iat,
    exp: Number(iat) + 90,
  })
})

test('SEC-10 a token does not verify with another secret', () => {
  const token = createSessionTokens(keyOf(SECRET), 90).sign(7, 'abc')
  expect(() => jwt.verify(token, `${SECRET}.`)).toThrow('invalid signature')
})
