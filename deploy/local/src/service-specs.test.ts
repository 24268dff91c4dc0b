import { expect, test } from 'vitest'
import { readOptions } from './options.ts'
import { gatewaySpec, localUrl, type Plan, serviceSpec } from './service-specs.ts'

const plan: Plan = {
  options: readOptions({ ADMIN_PIN: '4711', DEMO: '0' }),
  secrets: { sessionSecret: 's'.repeat(43), internalTokenSecret: 'i'.repeat(43), adminPin: '0815' },
  ports: { auth: 3001, social: 3002, chat: 3003, admin: 3004 },
  port: 8080,
  origins: ['http://localhost:8080', 'http://127.0.0.1:8080'],
  mongoUrl: 'mongodb://127.0.0.1:27017',
  natsUrl: 'nats://127.0.0.1:4222',
  redisUrl: 'redis://127.0.0.1:6379',
  webDist: '/dist',
  onLine: () => {},
}

/** What a process is given beyond what this one has. */
function given(env: NodeJS.ProcessEnv = {}) {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => process.env[name] !== value))
}

test('each service gets a database of its own, and the session secret only who needs it', () => {
  const shared = {
    HOST: '127.0.0.1',
    NATS_URL: 'nats://127.0.0.1:4222',
    REDIS_URL: 'redis://127.0.0.1:6379',
    INTERNAL_TOKEN_SECRET: 'i'.repeat(43),
    LOG_LEVEL: 'info',
  }
  const database = (name: string) => `mongodb://127.0.0.1:27017/${name}?w=majority&journal=true&retryWrites=true`

  expect(given(serviceSpec(plan, 'social').env)).toEqual({
    ...shared,
    PORT: '3002',
    MONGO_URL: database('zing_social'),
  })
  expect(given(serviceSpec(plan, 'admin').env)).toEqual({
    ...shared,
    PORT: '3004',
    MONGO_URL: database('zing_admin'),
    ADMIN_PIN: '4711',
  })
  expect(given(serviceSpec(plan, 'chat').env)).toEqual({
    ...shared,
    PORT: '3003',
    MONGO_URL: database('zing_chat'),
    PUBLIC_ORIGINS: 'http://localhost:8080,http://127.0.0.1:8080',
  })
  expect(given(serviceSpec(plan, 'auth').env)).toEqual({
    ...shared,
    PORT: '3001',
    MONGO_URL: database('zing_auth'),
    SESSION_SECRET: 's'.repeat(43),
    RATE_PROFILE: 'normal',
  })
})

test('the gateway knows where the services are and has no database', () => {
  expect(given(gatewaySpec({ ...plan, redisUrl: null }).env)).toEqual({
    HOST: '127.0.0.1',
    PORT: '8080',
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
    RATE_PROFILE: 'normal',
    IS_DEMO: 'false',
  })
})

test('a server that listens everywhere is reached on loopback', () => {
  expect(localUrl('0.0.0.0', 80)).toBe('http://127.0.0.1:80')
  expect(localUrl('::1', 80)).toBe('http://[::1]:80')
  expect(localUrl('192.0.2.7', 80)).toBe('http://192.0.2.7:80')
})
