import { expect, test } from 'vitest'
import { z } from 'zod'
import { baseEnv, rateProfile, readEnv, secret } from './env.ts'

const Schema = z.object({
  ...baseEnv,
  MONGO_URL: z.string('is missing'),
  SESSION_SECRET: secret,
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
  const production = { ...good, NODE_ENV: 'production', MONGO_URL: 'mongodb://chat:a%40b@db-1,db-2/zing?tls=true' }
  expect(() => readEnv(Schema, production)).not.toThrow()
  expect(() => readEnv(Schema, { ...production, SESSION_SECRET: 'changeme'.repeat(5) })).toThrow(
    'SESSION_SECRET looks like an example',
  )
  expect(() => readEnv(Schema, { ...production, SESSION_SECRET: 'a'.repeat(40) })).toThrow(
    'SESSION_SECRET looks like an example',
  )
})

test.each(['mongodb://db/zing', 'mongodb://user@db/zing', 'mongodb://db/zing?a=b:c@d'])(
  'production refuses %s',
  (url) => {
    expect(() => readEnv(Schema, { ...good, NODE_ENV: 'production', MONGO_URL: url })).toThrow(
      'MONGO_URL has no user and password',
    )
  },
)
