import { readEnv } from '@zing/kit/read-env'
import { expect, test } from 'vitest'
import { Config } from './config.ts'

const env = {
  PORT: '0',
  MONGO_URL: 'mongodb://me:pw@127.0.0.1/admin',
  NATS_URL: 'nats://127.0.0.1',
  INTERNAL_TOKEN_SECRET: 'k'.repeat(16) + 'v'.repeat(16),
  ADMIN_PIN: '4711',
}

test('one used PIN attempt is refilled per day by default', () => {
  expect(readEnv(Config, env).ADMIN_PIN_REFILL_SECONDS).toBe(86_400)
})

test.each(['0000', '7777', '1234', '1212', '1004', '2000', '6969', '1122', '1313', '4321', '2001', '1010'])(
  'SEC-76 the PIN %s is accepted outside production and rejected in production',
  (ADMIN_PIN) => {
    expect(readEnv(Config, { ...env, ADMIN_PIN }).ADMIN_PIN).toBe(ADMIN_PIN)
    const production = { ...env, NODE_ENV: 'production', ADMIN_PIN }
    expect(() => readEnv(Config, production)).toThrow('ADMIN_PIN is too easy for production')
  },
)

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  [undefined, undefined],
])('ADMIN_RESET_ENABLED=%s is %s', (ADMIN_RESET_ENABLED, isEnabled) => {
  expect(readEnv(Config, { ...env, ADMIN_RESET_ENABLED }).ADMIN_RESET_ENABLED).toBe(isEnabled)
})

test.each([
  [{ ADMIN_PIN: undefined }, 'ADMIN_PIN is missing'],
  [{ ADMIN_PIN: '123' }, 'ADMIN_PIN must have 4 digits'],
  [{ ADMIN_PIN: '47111' }, 'ADMIN_PIN must have 4 digits'],
  [{ ADMIN_PIN: '471a' }, 'ADMIN_PIN must have 4 digits'],
  [{ ADMIN_PIN: '٤٧١١' }, 'ADMIN_PIN must have 4 digits'],
  [{ ADMIN_PIN_REFILL_SECONDS: '0' }, 'ADMIN_PIN_REFILL_SECONDS'],
  [{ ADMIN_RESET_ENABLED: 'yes' }, 'ADMIN_RESET_ENABLED'],
  [{ MONGO_URL: undefined }, 'MONGO_URL is missing'],
])('SEC-76 the configuration %j stops the process', (invalid, message) => {
  expect(() => readEnv(Config, { ...env, ...invalid })).toThrow(message)
})
