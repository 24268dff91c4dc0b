import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  baseEnv,
  flag,
  notInProduction,
  origins,
  rateEnv,
  redisEnv,
  secret,
  secureOrigins,
  strictLimits,
} from './env.ts'
import { readEnv } from './read-env.ts'

const Schema = z.object({
  ...baseEnv,
  MONGO_URL: z.string('is missing'),
  SESSION_SECRET: secret,
  ...redisEnv,
  ADMIN_PIN: z.string().optional(),
  ...rateEnv,
})
const valid = {
  PORT: '3000',
  NATS_URL: 'nats://x',
  MONGO_URL: 'mongodb://x',
  INTERNAL_TOKEN_SECRET: randomBytes(32).toString('hex'),
  SESSION_SECRET: randomBytes(32).toString('hex'),
  RATE_PROFILE: 'normal',
}
const withCredentials = {
  MONGO_URL: 'mongodb://chat:a%40b@db-1,db-2/zing?tls=true',
  NATS_URL: 'nats://chat:of-nats@nats:4222',
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

test('SEC-76 production rejects a secret that looks like an example', () => {
  const production = { ...valid, NODE_ENV: 'production', ...withCredentials }
  expect(() => readEnv(Schema, production)).not.toThrow()
  const sequence = 'abcdefghijklmnopqrstuvwxyz0123456789'
  expect(readEnv(Schema, { ...valid, SESSION_SECRET: sequence })).toMatchObject({ NODE_ENV: 'development' })
  expect(() => readEnv(Schema, { ...production, SESSION_SECRET: sequence })).toThrow(
    'SESSION_SECRET looks like an example',
  )
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
  ['REDIS_SENTINELS', 'a:26379,b:26379,c:26379'],
])('production rejects %s=%s, which has no credentials', (name, url) => {
  expect(() => readEnv(Schema, { ...valid, ...withCredentials, NODE_ENV: 'production', [name]: url })).toThrow(
    `${name} has no user and password`,
  )
})

test.each([{ REDIS_URL: 'redis://:pw@cache:6379' }, { REDIS_SENTINELS: 'redis://:pw@a,b,c', REDIS_MASTER: 'zing' }])(
  'production accepts %o with a password and no user',
  (redis) => {
    const production = { ...valid, ...withCredentials, NODE_ENV: 'production', ...redis }
    expect(readEnv(Schema, production)).toMatchObject(redis)
  },
)

test('SEC-76 production rejects two variables with the same secret', () => {
  const production = { ...valid, ...withCredentials, NODE_ENV: 'production' }
  const equal = { ...production, SESSION_SECRET: valid.INTERNAL_TOKEN_SECRET, REDIS_URL: 'redis://:of-nats@cache:6379' }
  expect(() => readEnv(Schema, equal)).toThrow(
    /SESSION_SECRET has the same secret as INTERNAL_TOKEN_SECRET; REDIS_URL has the same secret as NATS_URL/,
  )
})

test('a rule of production is reported along with all other problems', () => {
  const WithRule = Schema.refine(...notInProduction(...strictLimits))
  expect(() => readEnv(WithRule, { ...valid, NODE_ENV: 'production', PORT: 'x', RATE_PROFILE: 'off' })).toThrow(
    /PORT is not a port; RATE_PROFILE must be strict in production.*; .*MONGO_URL has no user and password/,
  )
  expect(() => readEnv(WithRule, { ...valid, RATE_PROFILE: 'off' })).not.toThrow()
})

test.each([
  [{ RATE_PROFILE: 'strict' }, true],
  [{ RATE_PROFILE: 'normal', ALLOW_RATE_PROFILE: 'normal' }, true],
  [{ RATE_PROFILE: 'normal' }, false],
  [{ RATE_PROFILE: '', ALLOW_RATE_PROFILE: '' }, false],
  [{ RATE_PROFILE: 'off', ALLOW_RATE_PROFILE: 'normal' }, false],
  [{ RATE_PROFILE: 'off', ALLOW_RATE_PROFILE: 'off' }, false],
])('SEC-76 production with %j starts: %s', (profile, isAccepted) => {
  const read = () =>
    readEnv(Schema.refine(...notInProduction(...strictLimits)), {
      ...valid,
      ...withCredentials,
      NODE_ENV: 'production',
      ...profile,
    })
  if (isAccepted) expect(read).not.toThrow()
  else expect(read).toThrow('Bad configuration')
})

test.each([
  ['https://zing.example.org', true],
  ['https://zing.example.org, https://www.zing.example.org:8443', true],
  ['http://localhost:8080,http://127.0.0.1:8080,http://[::1]:8080', true],
  ['*', false],
  ['https://zing.example.org,*', false],
  ['http://zing.example.org', false],
  ['http://localhost.evil.example', false],
  ['https://zing.example.org/', false],
  ['https://zing.example.org/app', false],
  ['null', false],
  ['zing.example.org', false],
])('SEC-61 SEC-76 production accepts the origins %s: %s', (PUBLIC_ORIGINS, isAccepted) => {
  const WithOrigins = z.object({ ...baseEnv, PUBLIC_ORIGINS: origins }).refine(...notInProduction(...secureOrigins))
  const read = (NODE_ENV: string) => readEnv(WithOrigins, { ...valid, ...withCredentials, NODE_ENV, PUBLIC_ORIGINS })
  expect(() => read('development')).not.toThrow()
  if (isAccepted) expect(read('production').PUBLIC_ORIGINS).toHaveLength(PUBLIC_ORIGINS.split(',').length)
  else expect(() => read('production')).toThrow('PUBLIC_ORIGINS must be https origins')
})

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])('a flag of %s is %s', (text, value) => {
  expect(flag.parse(text)).toBe(value)
})

function fileWith(text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'zing-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'value')
  writeFileSync(file, text)
  return file
}

test('secrets, PINs and addresses with credentials can come from files, less one line break', () => {
  const read = readEnv(Schema, {
    ...valid,
    SESSION_SECRET: undefined,
    MONGO_URL: '',
    SESSION_SECRET_FILE: fileWith(`${valid.SESSION_SECRET}\n`),
    MONGO_URL_FILE: fileWith('mongodb://from-a-file\r\n'),
    ADMIN_PIN_FILE: fileWith('4711'),
  })
  expect(read).toMatchObject({ MONGO_URL: 'mongodb://from-a-file', ADMIN_PIN: '4711' })
  expect(read.SESSION_SECRET.export().toString()).toBe(valid.SESSION_SECRET)
})

test('a file that is missing, empty or beside its variable is reported with all other problems', () => {
  const broken = {
    ...valid,
    PORT: 'x',
    SESSION_SECRET: undefined,
    SESSION_SECRET_FILE: '/nowhere/session',
    MONGO_URL: undefined,
    MONGO_URL_FILE: fileWith('\n'),
    NATS_URL_FILE: fileWith('nats://other'),
  }
  expect(() => readEnv(Schema, broken)).toThrow(
    /^Bad configuration: NATS_URL and NATS_URL_FILE are both set; SESSION_SECRET_FILE cannot be read: ENOENT; PORT is not a port; MONGO_URL is missing; SESSION_SECRET is missing$/,
  )
})

test('SEC-76 secrets from files have to be as strong as secrets from the environment', () => {
  const { SESSION_SECRET: _, ...production } = { ...valid, ...withCredentials, NODE_ENV: 'production' }
  expect(() => readEnv(Schema, { ...production, SESSION_SECRET_FILE: fileWith('changeme'.repeat(8)) })).toThrow(
    'SESSION_SECRET looks like an example',
  )
})
