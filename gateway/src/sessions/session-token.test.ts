import { keyOf } from '@zing/kit/env'
import { signInternalToken } from '@zing/kit/http/internal-token'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { createSessionTokenReader } from './session-token.ts'

const secret = 's'.repeat(40)
const read = createSessionTokenReader(keyOf(secret))
const right = { issuer: 'zing-auth', audience: 'zing-gateway', subject: '7', expiresIn: 60 } as const
const good = jwt.sign({ sid: 'sid' }, secret, right)
const [header, payload, signature] = good.split('.')
const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
const changed = Buffer.from(
  JSON.stringify({ ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), sub: '8' }),
)

test('a token of auth is who it says', () => {
  expect(read(good)).toEqual({ userId: 7, sid: 'sid' })
})

test.each([
  ['no token', undefined],
  ['no algorithm', `${none}.${payload}.`],
  ['no signature', `${header}.${payload}.`],
  ['a changed payload', `${header}.${changed.toString('base64url')}.${signature}`],
  ['another algorithm', jwt.sign({ sid: 'sid' }, secret, { ...right, algorithm: 'HS384' })],
  ['a weak secret', jwt.sign({ sid: 'sid' }, 'secret', right)],
  ['an end in the past', jwt.sign({ sid: 'sid' }, secret, { ...right, expiresIn: -1 })],
  ['no end', jwt.sign({ sid: 'sid' }, secret, { issuer: right.issuer, audience: right.audience, subject: '7' })],
  ['no session', jwt.sign({}, secret, right)],
  ['two users', jwt.sign({ sid: 'sid' }, secret, { ...right, subject: '7, 8' })],
  [
    'a key of its own',
    jwt.sign({ sid: 'sid' }, 'x'.repeat(40), { ...right, header: { alg: 'HS256', kid: '../../dev/null' } }),
  ],
  ['the audience of an internal token', signInternalToken(secret, { userId: 7, sid: 'sid' })],
])('SEC-10 %s is nobody', (_what, token) => {
  expect(read(token)).toBeNull()
})
