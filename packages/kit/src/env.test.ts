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
const good = {
  PORT: '3000',
  NATS_URL: 'nats://x',
  MONGO_URL: 'mongodb://x',
  INTERNAL_TOKEN_SECRET: 'k'.repeat(16) + 'p'.repeat(16),
  SESSION_SECRET: 'v'.repeat(16) + 'w'.repeat(16),
  RATE_PROFILE: 'normal',
}
const guarded = { MONGO_URL: 'mongodb://chat:a%40b@db-1,db-2/zing?tls=true', NATS_URL: 'nats://chat:pw@broker:4222' }

test('a good environment is typed, with defaults for what may be left out', () => {
  expect(readEnv(Schema, good)).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'development',
  })
})

test('every bad variable is named at once', () => {
  expect(() => readEnv(Schema, { ...good, PORT: 'x', MONGO_URL: '', SESSION_SECRET: 'short' })).toThrow(
    /PORT .*MONGO_URL is missing; SESSION_SECRET needs at least 32 characters/,
  )
})

test('production refuses a secret that looks like an example', () => {
  const production = { ...good, NODE_ENV: 'production', ...guarded }
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
  ['NATS_URL', 'nats://broker:4222'],
  ['NATS_URL', 'nats://user@broker:4222'],
  ['REDIS_URL', 'redis://cache:6379'],
])('production refuses %s=%s, which lets anybody in', (name, url) => {
  expect(() => readEnv(Schema, { ...good, ...guarded, NODE_ENV: 'production', [name]: url })).toThrow(
    `${name} has no user and password`,
  )
})

test('Redis has a password and perhaps no user', () => {
  const production = { ...good, ...guarded, NODE_ENV: 'production', REDIS_URL: 'redis://:pw@cache:6379' }
  expect(() => readEnv(Schema, production)).not.toThrow()
})

test('a rule of production is told along with everything else that is wrong', () => {
  const WithRule = Schema.refine(...notInProduction(...noLimits))
  expect(() => readEnv(WithRule, { ...good, NODE_ENV: 'production', PORT: 'x', RATE_PROFILE: 'off' })).toThrow(
    /PORT is no port; RATE_PROFILE must not be off in production; .*MONGO_URL has no user and password/,
  )
  expect(() => readEnv(WithRule, { ...good, RATE_PROFILE: 'off' })).not.toThrow()
})
