import { randomBytes } from 'node:crypto'
import { readEnv } from '@zing/kit/read-env'
import { createVapidPrivateKey, vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { expect, test } from 'vitest'
import { Config } from './config.ts'

const env = {
  PORT: '0',
  MONGO_URL: 'mongodb://social:of-mongodb@db/zing_social',
  NATS_URL: 'nats://social:of-nats@nats:4222',
  INTERNAL_TOKEN_SECRET: randomBytes(32).toString('hex'),
  RATE_PROFILE: 'strict',
}
const VAPID_PRIVATE_KEY = createVapidPrivateKey()
const VAPID_PUBLIC_KEY = vapidPublicKeyOf(VAPID_PRIVATE_KEY)
const keys = { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }

test('Web Push is off without keys, and on with a pair', () => {
  expect(readEnv(Config, env)).not.toHaveProperty('VAPID_PUBLIC_KEY')
  expect(readEnv(Config, { ...env, ...keys })).toMatchObject({ ...keys, PUSH_ALLOW_LOOPBACK: false })
})

test.each([
  ['the public key alone', { VAPID_PUBLIC_KEY }],
  ['the private key alone', { VAPID_PRIVATE_KEY }],
  ['a public key of another pair', { ...keys, VAPID_PUBLIC_KEY: vapidPublicKeyOf(createVapidPrivateKey()) }],
  ['a private key that is none', { ...keys, VAPID_PRIVATE_KEY: 'secret' }],
])('%s is refused, without naming it', (_what, wrong) => {
  expect(() => readEnv(Config, { ...env, ...wrong })).toThrow('VAPID_PUBLIC_KEY must be set together')
  expect(() => readEnv(Config, { ...env, ...wrong })).not.toThrow(VAPID_PRIVATE_KEY)
})

test('a subject is an address at which push hosts reach the operator', () => {
  expect(() => readEnv(Config, { ...env, VAPID_SUBJECT: 'me' })).toThrow('VAPID_SUBJECT')
  expect(readEnv(Config, { ...env, VAPID_SUBJECT: 'mailto:me@zing.example' }).VAPID_SUBJECT).toBe(
    'mailto:me@zing.example',
  )
})

test('SEC-92 production refuses push hosts on its own machine', () => {
  const production = { ...env, NODE_ENV: 'production' }
  expect(() => readEnv(Config, production)).not.toThrow()
  expect(() => readEnv(Config, { ...production, PUSH_ALLOW_LOOPBACK: 'true' })).toThrow('PUSH_ALLOW_LOOPBACK')
  expect(readEnv(Config, { ...env, PUSH_ALLOW_LOOPBACK: 'true' }).PUSH_ALLOW_LOOPBACK).toBe(true)
})
