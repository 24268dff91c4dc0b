import { randomBytes } from 'node:crypto'
import { readEnv } from '@zing/kit/read-env'
import { expect, test } from 'vitest'
import { Config } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PORT: '0',
  NATS_URL: 'nats://gateway:of-nats@nats:4222',
  REDIS_URL: 'redis://:of-redis@redis:6379',
  INTERNAL_TOKEN_SECRET: randomBytes(32).toString('hex'),
  SESSION_SECRET: randomBytes(32).toString('hex'),
  AUTH_URL: 'http://auth:3001',
  SOCIAL_URL: 'http://social:3002',
  CHAT_URL: 'http://chat-1:3003, http://chat-2:3003',
  ADMIN_URL: 'http://admin:3004',
  PUBLIC_ORIGINS: 'https://zing.example.org',
  RATE_PROFILE: 'strict',
}

test('production starts with https origins, strict limits and different secrets', () => {
  expect(readEnv(Config, production)).toMatchObject({ COOKIE_SECURE: true, RATE_PROFILE: 'strict' })
  expect(readEnv(Config, { ...production, FEEDBACK_URL: 'mailto:us@zing.example.org' })).toMatchObject({
    FEEDBACK_URL: 'mailto:us@zing.example.org',
  })
})

test.each([
  [{ COOKIE_SECURE: 'false' }, 'COOKIE_SECURE must not be false in production'],
  [{ PUBLIC_ORIGINS: '*' }, 'PUBLIC_ORIGINS must be https origins'],
  [{ PUBLIC_ORIGINS: 'http://zing.example.org' }, 'PUBLIC_ORIGINS must be https origins'],
  [{ RATE_PROFILE: 'normal' }, 'RATE_PROFILE must be strict in production'],
  [{ RATE_PROFILE: undefined }, 'RATE_PROFILE must be strict in production'],
  [{ SESSION_SECRET: production.INTERNAL_TOKEN_SECRET }, 'SESSION_SECRET has the same secret as INTERNAL_TOKEN_SECRET'],
  [{ REDIS_URL: 'redis://:of-nats@redis:6379' }, 'REDIS_URL has the same secret as NATS_URL'],
  [{ TERMS_URL: 'javascript:alert(1)' }, 'TERMS_URL must be an https or mailto URL'],
  [{ PRIVACY_URL: 'data:text/html,x' }, 'PRIVACY_URL must be an https or mailto URL'],
  [{ FEEDBACK_URL: 'ftp://example.org' }, 'FEEDBACK_URL must be an https or mailto URL'],
  [{ TERMS_URL: 'http://example.org/terms' }, 'TERMS_URL must be https in production'],
])('SEC-76 production does not start with %j', (invalid, message) => {
  expect(() => readEnv(Config, { ...production, ...invalid })).toThrow(message)
})

test.each(['TERMS_URL', 'PRIVACY_URL', 'FEEDBACK_URL'])('SEC-36 %s is never a script, in any mode', (name) => {
  const development = { ...production, NODE_ENV: 'development' }
  expect(() => readEnv(Config, { ...development, [name]: 'http://localhost:3000/page' })).not.toThrow()
  expect(() => readEnv(Config, { ...development, [name]: 'javascript:alert(1)' })).toThrow(name)
})
