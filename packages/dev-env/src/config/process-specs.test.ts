import { readEnv } from '@zing/kit/read-env'
import { CONFIGS } from '@zing/openapi/configs'
import { PROCESS_NAMES, PROCESSES } from '@zing/proto/processes'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Instance } from './instances.ts'
import { readOptions } from './options.ts'
import { type Plan, processSpec } from './process-specs.ts'
import type { Kind } from './scale.ts'

const instances = PROCESS_NAMES.map((kind): Instance => {
  const { port } = PROCESSES[kind]
  const ports = { port, metricsPort: port + 6_000 }
  return { name: kind, kind, host: '127.0.0.1', ...ports }
})
// RFC 8291, appendix A
const vapidPrivateKey = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'
const VAPID_PUBLIC_KEY = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'
const plan: Plan = {
  options: readOptions({ ADMIN_PIN: '4711', DEMO: '0' }),
  secrets: { sessionSecret: 's'.repeat(43), internalTokenSecret: 'i'.repeat(43), adminPin: '0815', vapidPrivateKey },
  instances,
  address: { host: '127.0.0.1', port: 8080 },
  origins: ['http://localhost:8080', 'http://127.0.0.1:8080'],
  mongoUrl: 'mongodb://127.0.0.1:27017',
  natsUrl: 'nats://127.0.0.1:4222',
  redisUrl: 'redis://127.0.0.1:6379',
  webDist: '/dist',
  onLine: () => {},
}

beforeEach(() => {
  vi.stubEnv('NODE_COMPILE_CACHE', undefined) // `npm test` sets it
  return () => vi.unstubAllEnvs()
})

/** Variables of the process that this one does not have. */
function environmentOf(kind: Kind, changed: Partial<Plan> = {}) {
  const instance = instances.find((one) => one.kind === kind) as Instance // there is one of each
  const { env = {} } = processSpec({ ...plan, ...changed }, instance)
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => process.env[name] !== value))
}

test.each(PROCESS_NAMES)('%s gets every variable that it requires', (kind) => {
  expect(() => readEnv(CONFIGS[kind], environmentOf(kind))).not.toThrow()
})

test('each service gets its own database, and only auth and the gateway get the session secret', () => {
  const shared = {
    HOST: '127.0.0.1',
    NATS_URL: 'nats://127.0.0.1:4222',
    INTERNAL_TOKEN_SECRET: 'i'.repeat(43),
    LOG_LEVEL: 'info',
    STOP_DELAY_MS: '0',
    NODE_COMPILE_CACHE: expect.stringMatching(/compile-cache$/),
  }
  const database = (name: string) => `mongodb://127.0.0.1:27017/${name}?w=majority&journal=true&retryWrites=true`

  expect(environmentOf('social')).toEqual({
    ...shared,
    PORT: '3002',
    METRICS_PORT: '9002',
    MONGO_URL: database('zing_social'),
    VAPID_PUBLIC_KEY,
    VAPID_PRIVATE_KEY: vapidPrivateKey,
    RATE_PROFILE: 'normal',
  })
  expect(environmentOf('admin')).toEqual({
    ...shared,
    PORT: '3004',
    METRICS_PORT: '9004',
    MONGO_URL: database('zing_admin'),
    ADMIN_PIN: '4711',
  })
  expect(environmentOf('chat')).toEqual({
    ...shared,
    PORT: '3003',
    METRICS_PORT: '9003',
    MONGO_URL: database('zing_chat'),
    VAPID_PUBLIC_KEY,
    REDIS_URL: 'redis://127.0.0.1:6379',
    PUBLIC_ORIGINS: 'http://localhost:8080,http://127.0.0.1:8080',
    RATE_PROFILE: 'normal',
  })
  expect(environmentOf('auth')).toEqual({
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...shared,
    PORT: '3001',
    METRICS_PORT: '9001',
    MONGO_URL: database('zing_auth'),
    REDIS_URL: 'redis://127.0.0.1:6379',
    SESSION_SECRET: 's'.repeat(43),
    PUBLIC_ORIGINS: 'http://localhost:8080,http://127.0.0.1:8080',
    RATE_PROFILE: 'normal',
  })
})

test('with REDIS_SENTINELS the processes get those alone', () => {
  vi.stubEnv('REDIS_SENTINELS', 'a,b,c')
  expect(environmentOf('auth', { redisUrl: 'a,b,c' })).not.toHaveProperty('REDIS_URL')
})

test('the gateway gets the URLs of the services and no database', () => {
  expect(environmentOf('gateway', { redisUrl: null })).toEqual({
    HOST: '127.0.0.1',
    PORT: '8080',
    METRICS_PORT: '14080',
    STOP_DELAY_MS: '0',
    NODE_COMPILE_CACHE: expect.stringMatching(/compile-cache$/),
    NATS_URL: 'nats://127.0.0.1:4222',
    INTERNAL_TOKEN_SECRET: 'i'.repeat(43),
    SESSION_SECRET: 's'.repeat(43),
    LOG_LEVEL: 'info',
    AUTH_URL: 'http://127.0.0.1:3001',
    SOCIAL_URL: 'http://127.0.0.1:3002',
    CHAT_URL: 'http://127.0.0.1:3003',
    ADMIN_URL: 'http://127.0.0.1:3004',
    PUBLIC_ORIGINS: 'http://localhost:8080,http://127.0.0.1:8080',
    COOKIE_SECURE: 'false',
    WEB_DIST: '/dist',
    VAPID_PUBLIC_KEY,
    RATE_PROFILE: 'normal',
    IS_DEMO: 'false',
  })
})

test('several processes of a service delay their stop, and the gateway gets all their URLs', () => {
  const second: Instance = { name: 'chat-2', kind: 'chat', host: '127.0.0.1', port: 3_013, metricsPort: 9_013 }
  const several = { instances: [...instances, second] }
  expect(environmentOf('chat', several)).toMatchObject({ STOP_DELAY_MS: '1000' })
  expect(environmentOf('auth', several)).toMatchObject({ STOP_DELAY_MS: '0' })
  expect(environmentOf('gateway', several)).toMatchObject({ CHAT_URL: 'http://127.0.0.1:3003,http://127.0.0.1:3013' })
})
