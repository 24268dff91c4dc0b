import { readEnv } from '@zing/kit/read-env'
import { expect, test } from 'vitest'
import { Config } from './config.ts'

const env = {
  PORT: '0',
  MONGO_URL: 'mongodb://127.0.0.1/auth',
  NATS_URL: 'nats://127.0.0.1',
  INTERNAL_TOKEN_SECRET: 'k'.repeat(16) + 'v'.repeat(16),
  SESSION_SECRET: 'm'.repeat(16) + 'w'.repeat(16),
  PUBLIC_ORIGINS: 'https://zing.example.org',
}

test('variables with a default are optional', () => {
  expect(readEnv(Config, env)).toMatchObject({
    SESSION_TTL: 7_776_000,
    SESSION_IDLE_TTL: 2_592_000,
    RATE_PROFILE: 'normal',
    HOST: '127.0.0.1',
  })
})

test.each([
  ['2592000', 2_592_000],
  ['3s', 3],
  ['15m', 900],
  ['12h', 43_200],
  ['30d', 2_592_000],
])('a SESSION_TTL of %s is %i seconds', (SESSION_TTL, seconds) => {
  expect(readEnv(Config, { ...env, SESSION_TTL }).SESSION_TTL).toBe(seconds)
})

test.each([
  [{}, ['zing', 'support']],
  [{ RESERVED_USERNAMES: '' }, ['zing', 'support']],
  [{ RESERVED_USERNAMES: 'Zing, Help.Desk' }, ['zing', 'help.desk']],
])('the configuration %j reserves %j', (variables, usernames) => {
  expect([...readEnv(Config, { ...env, ...variables }).RESERVED_USERNAMES]).toEqual(usernames)
})

test.each([
  [{ SESSION_TTL: '0' }, 'SESSION_TTL'],
  [{ SESSION_TTL: '-3s' }, 'SESSION_TTL'],
  [{ SESSION_TTL: 'soon' }, 'SESSION_TTL'],
  [{ SESSION_SECRET: undefined }, 'SESSION_SECRET is missing'],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET needs at least 32 characters'],
  [{ MONGO_URL: undefined }, 'MONGO_URL is missing'],
  [{ RATE_PROFILE: 'of' }, 'RATE_PROFILE'],
  [{ NODE_ENV: 'production', RATE_PROFILE: 'off' }, 'RATE_PROFILE must be strict in production'],
  [{ NODE_ENV: 'production' }, 'RATE_PROFILE must be strict in production'],
  [{ PUBLIC_ORIGINS: undefined }, 'PUBLIC_ORIGINS is missing'],
  [{ NODE_ENV: 'production', PUBLIC_ORIGINS: 'http://zing.example.org' }, 'PUBLIC_ORIGINS must be https origins'],
  [
    { NODE_ENV: 'production', PUBLIC_ORIGINS: 'https://a.example.org,https://b.example.org' },
    'PUBLIC_ORIGINS have several hosts, so PASSKEY_RP_ID must name the domain of passkeys',
  ],
  [{ S3_BUCKET: 'zing', S3_REGION: 'x' }, 'S3_ENDPOINT is missing: S3 needs all of them; S3_ACCESS_KEY_ID is missing'],
  [{ S3_ENDPOINT: 's3.example.org' }, 'S3_ENDPOINT must be an address'],
  [{ S3_FORCE_PATH_STYLE: 'maybe' }, 'S3_FORCE_PATH_STYLE must be true or false'],
  [{ PASSKEY_RP_ID: 'example.com' }, 'PASSKEY_RP_ID must be the host of every one of PUBLIC_ORIGINS'],
])('SEC-76 the configuration %j stops the process', (invalid, message) => {
  expect(() => readEnv(Config, { ...env, ...invalid })).toThrow(message)
})
