import { expect, test } from 'vitest'
import { z } from 'zod'
import { baseEnv, noLimits, notInProduction, rateProfile, readEnv, secret } from './env.ts'

const Schema = z.object({
  ...baseEnv,
  MONGO_URL: z.string('is missing'),
  SESSION_SECRET: secret,
  REDIS_URL: z.string().optional(),
  RATE_PROFILE: rateProfile,
})
const valid = {
  PORT: '3000',
  NATS_URL: 'nats://x',
  MONGO_URL: 'mongodb://x',
  INTERNAL_TOKEN_SECRET: 'k'.repeat(16) + 'p'.repeat(16),
  SESSION_SECRET: 'v'.repeat(16) + 'w'.repeat(16),
  RATE_PROFILE: 'normal',
}
const withCredentials = {
  MONGO_URL: 'mongodb://chat:a%40b@db-1,db-2/zing?tls=true',
  NATS_URL: 'nats://chat:pw@nats:4222',
}

test('a valid environment is parsed, with defaults for optional variables', () => {
  expect(readEnv(Schema, valid)).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'development',
  })
})

test('one error names every invalid variable', () => {
  expect(() => readEnv(Schema, { ...valid, PORT: 'x', MONGO_URL: '', SESSION_SECRET: 'short' })).toThrow(
    /PORT .*MONGO_URL is missing; SESSION_SECRET needs at least 32 characters/,
  )
})

test('production rejects a secret that looks like an example', () => {
  const production = { ...valid, NODE_ENV: 'production', ...withCredentials }
  expect(() => readEnv(Schema, production)).not.toThrow()
  expect(() => readEnv(Schema, { ...production, SESSION_SECRET: 'changeme'.repeat(5) })).toThrow(
    'SESSION_SECRET looks like an example',
  )
  expect(() => readEnv(Schema, { ...production, SESSION_SECRET: 'a'.repeat(40) })).toThrow(
    'SESSION_SECRET looks like an example',
  )
})

test.each([
  ['MONGO_URL', 'mongodb://db/zing'],
  ['MONGO_URL', 'mongodb://user@db/zing'],
  ['MONGO_URL', 'mongodb://db/zing?a=b:c@d'],
  ['NATS_URL', 'nats://nats:4222'],
  ['NATS_URL', 'nats://user@nats:4222'],
  ['REDIS_URL', 'redis://cache:6379'],
])('production rejects %s=%s, which has no credentials', (name, url) => {
  expect(() => readEnv(Schema, { ...valid, ...withCredentials, NODE_ENV: 'production', [name]: url })).toThrow(
    `${name} has no user and password`,
  )
})

test('production accepts Redis with a password and no user', () => {
  const production = { ...valid, ...withCredentials, NODE_ENV: 'production', REDIS_URL: 'redis://:pw@cache:6379' }
  expect(() => readEnv(Schema, production)).not.toThrow()
})

test('a rule of production is reported along with all other problems', () => {
  const WithRule = Schema.refine(...notInProduction(...noLimits))
  expect(() => readEnv(WithRule, { ...valid, NODE_ENV: 'production', PORT: 'x', RATE_PROFILE: 'off' })).toThrow(
    /PORT is not a port; RATE_PROFILE must not be off in production; .*MONGO_URL has no user and password/,
  )
  expect(() => readEnv(WithRule, { ...valid, RATE_PROFILE: 'off' })).not.toThrow()
})
