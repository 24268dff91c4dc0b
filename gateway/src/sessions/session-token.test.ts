import { keyOf } from '@zing/kit/env'
import { signInternalToken } from '@zing/kit/http/internal-token'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { createSessionTokenReader } from './session-token.ts'

const secret = 's'.repeat(40)
const read = createSessionTokenReader(keyOf(secret))
const options = { issuer: 'zing-auth', audience: 'zing-gateway', subject: '7', expiresIn: 60 } as const
const good = jwt.sign({ sid: 'sid' }, secret, options)
const [header, payload, signature] = good.split('.')
const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
const changed = Buffer.from(
  JSON.stringify({ ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), sub: '8' }),
)

test('a token signed by auth yields its identity and its end', () => {
  const { exp } = jwt.decode(good) as { exp: number } // signed above
  expect(read(good)).toEqual({ userId: 7, sid: 'sid', expiresAt: exp * 1_000 })
})

test.each([
  ['no token', undefined],
  ['no algorithm', `${none}.${payload}.`],
  ['no signature', `${header}.${payload}.`],
  ['a changed payload', `${header}.${changed.toString('base64url')}.${signature}`],
  ['another algorithm', jwt.sign({ sid: 'sid' }, secret, { ...options, algorithm: 'HS384' })],
  ['a weak secret', jwt.sign({ sid: 'sid' }, 'secret', options)],
  ['an expiry in the past', jwt.sign({ sid: 'sid' }, secret, { ...options, expiresIn: -1 })],
  ['no expiry', jwt.sign({ sid: 'sid' }, secret, { issuer: options.issuer, audience: options.audience, subject: '7' })],
  ['no session id', jwt.sign({}, secret, options)],
  ['two users', jwt.sign({ sid: 'sid' }, secret, { ...options, subject: '7, 8' })],
  [
    'a key id of its own',
    jwt.sign({ sid: 'sid' }, 'x'.repeat(40), { ...options, header: { alg: 'HS256', kid: '../../dev/null' } }),
  ],
  ['the audience of an internal token', signInternalToken(secret, { userId: 7, sid: 'sid' })],
])('SEC-10 %s yields no identity', (_case, token) => {
  expect(read(token)).toBeNull()
})
