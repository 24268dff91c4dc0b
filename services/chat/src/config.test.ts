import { randomBytes } from 'node:crypto'
import { readEnv } from '@zing/kit/read-env'
import { expect, test } from 'vitest'
import { Config } from './config.ts'

const env = {
  PORT: '0',
  MONGO_URL: 'mongodb://chat:of-mongodb@db/zing_chat',
  NATS_URL: 'nats://chat:of-nats@nats:4222',
  INTERNAL_TOKEN_SECRET: randomBytes(32).toString('hex'),
  PUBLIC_ORIGINS: 'https://zing.example.org',
  RATE_PROFILE: 'strict',
}

test('SEC-61 a socket needs an Origin unless the configuration says otherwise', () => {
  expect(readEnv(Config, env).WS_REQUIRE_ORIGIN).toBe(true)
  expect(readEnv(Config, { ...env, WS_REQUIRE_ORIGIN: 'false' }).WS_REQUIRE_ORIGIN).toBe(false)
})

test.each(['*', 'http://zing.example.org'])('SEC-61 SEC-76 production rejects the origin %s', (PUBLIC_ORIGINS) => {
  expect(() => readEnv(Config, { ...env, NODE_ENV: 'production' })).not.toThrow()
  expect(() => readEnv(Config, { ...env, NODE_ENV: 'production', PUBLIC_ORIGINS })).toThrow('PUBLIC_ORIGINS')
})

test('SEC-76 production rejects rate limits other than strict unless they are set twice', () => {
  const production = { ...env, NODE_ENV: 'production', RATE_PROFILE: 'normal' }
  expect(() => readEnv(Config, production)).toThrow('RATE_PROFILE')
  expect(() => readEnv(Config, { ...production, ALLOW_RATE_PROFILE: 'normal' })).not.toThrow()
})
