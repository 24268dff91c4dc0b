import { readFileSync } from 'node:fs'
import { readEnv } from '@zing/kit/read-env'
import { CONFIGS } from '@zing/openapi/configs'
import { expect, test } from 'vitest'
import { makeSecrets } from '../make-secrets.ts'
import { COMPOSE } from '../paths.ts'
import { composeProblems } from './compose-policy.ts'
import { environmentProblems } from './environment-policy.ts'
import { readCompose, readEnvFile } from './files.ts'
import { processProblems } from './process-policy.ts'

const text = readFileSync(COMPOSE, 'utf8')
const env = readEnvFile(makeSecrets(null))
const tls = readEnvFile(makeSecrets('zing.example.org'))
const processes = Object.entries(CONFIGS)

function problemsOf(compose: string, variables = env): string[] {
  const read = readCompose(compose, variables)
  const wrong = processes.flatMap(([name, schema]) =>
    environmentProblems(schema, read.services[name]?.environment ?? {}).map((problem) => `${name}: ${problem}`),
  )
  return [...composeProblems(read), ...processProblems(read), ...wrong]
}

test('the compose file is hardened, and every process accepts its variables in production', () => {
  expect(problemsOf(text)).toEqual([])
  expect(problemsOf(text, tls)).toEqual([])
})

/** Variables with a default, or a value in the image, that fits one machine; two are for tests. */
const LEFT_OUT = [
  ...['STOP_DELAY_MS', 'WEB_DIST', 'IS_DEMO', 'ALLOW_RATE_PROFILE', 'PUSH_ALLOW_LOOPBACK'],
  ...['DRAIN_SECONDS', 'REDIS_SENTINELS', 'REDIS_MASTER'],
]

test('every variable can be set in .env, or is left out of the compose file on purpose', () => {
  const read = readCompose(text, env)
  const missing = processes.flatMap(([name, schema]) => {
    const given = [...LEFT_OUT, ...Object.keys(read.services[name]?.environment ?? {})]
    return Object.keys(schema.shape)
      .filter((variable) => !given.includes(variable))
      .map((variable) => `${name}: ${variable}`)
  })
  expect(missing, 'add each to its process in docker-compose.yml, with an empty default, or to LEFT_OUT').toEqual([])
})

test('with a domain all clients come through Caddy, which the gateway trusts as a proxy', () => {
  const { gateway, chat, caddy } = readCompose(text, tls).services
  expect(tls.COMPOSE_PROFILES).toBe('tls')
  expect(caddy?.environment.ZING_DOMAIN).toBe('zing.example.org')
  expect(gateway?.environment).toMatchObject({ TRUST_PROXY: '1', PUBLIC_ORIGINS: 'https://zing.example.org' })
  expect(chat?.environment.PUBLIC_ORIGINS).toBe('https://zing.example.org')
})

test('without a domain the gateway is reachable from this machine only and trusts no proxy', () => {
  const { gateway } = readCompose(text, env).services
  expect(gateway?.ports).toEqual(['127.0.0.1:8080:8080'])
  expect(readEnv(CONFIGS.gateway, gateway?.environment).TRUST_PROXY).toBe(0)
})

// A pattern with several matches changes the first one.
test.each<[RegExp | string, RegExp | string, string]>([
  ['gateway: does not drop all capabilities', 'cap_drop: [ALL]', 'cap_drop: []'],
  ['mongodb: root is not read-only', 'read_only: true', 'read_only: false'],
  ['nats: lacks no-new-privileges', 'security_opt: [no-new-privileges:true]', 'security_opt: []'],
  ['redis: has no init', 'init: true', 'init: false'],
  ['chat: is not restarted', 'restart: unless-stopped', "restart: 'no'"],
  ['auth: runs as root', 'user: node', 'user: root'],
  ['mongodb: runs as root', 'user: mongodb', "user: '0'"],
  ['redis: runs as root', '    user: redis\n', ''],
  ['social: has no limits of memory, processes and CPU', '  mem_limit: 384m\n', ''],
  ['admin: has no limits of memory, processes and CPU', '  pids_limit: 128\n', ''],
  ['chat: is killed before it has drained', 'stop_grace_period: 12s', 'stop_grace_period: 5s'],
  ['mongodb: image has no exact tag', 'mongo:8.0.29', 'mongo:latest'],
  ['nats: image has no exact tag', /FROM .*nats:2.12.8-alpine/, 'FROM docker.io/library/nats'],
  ['nats: image names no registry, which podman needs', 'FROM docker.io/library/nats', 'FROM nats'],
  ['redis: image names no registry, which podman needs', 'image: docker.io/library/redis', 'image: redis'],
  ['chat: has no health check', / {2}healthcheck:\n {4}test:\n(?: {4}.*\n)+/, ''],
  ['mongodb: log has no limit, or a driver that podman does not have', 'driver: json-file', 'driver: local'],
  ['nats: log has no limit, or a driver that podman does not have', 'max-size: 10m, ', ''],
  ['auth: has a tmpfs without a size', "tmpfs: ['/tmp:size=64m']", 'tmpfs: [/tmp]'],
  ['nats: has no health check', /healthcheck:\n {6}test: \[CMD, wget, .*8222.*\n(?: {6}.*\n)+/, ''],
  ['mongodb: publishes 27017:27017', 'admin-mongodb]\n    mem', "admin-mongodb]\n    ports: ['27017:27017']\n    mem"],
  [/^gateway: publishes 8080:8080$/, /ports: \['\$\{BIND.*\]/, "ports: ['8080:8080']"],
  ['social: adds a capability', 'image: zing/social', 'image: zing/social\n    cap_add: [SYS_ADMIN]'],
  ['redis: adds a group', "user: redis\n    group_add: ['1000']", "user: redis\n    group_add: ['0']"],
  ['auth: shares something with the host', 'image: zing/auth', 'image: zing/auth\n    network_mode: host'],
  ['auth: shares something with the host', 'image: zing/auth', 'image: zing/auth\n    privileged: true'],
  ['redis: mounts the socket of Docker', 'volumes: [redis:/data,', 'volumes: [/var/run/docker.sock:/x:ro,'],
  ['nats: may write to a folder of the host', '/etc/nats/zing.conf:ro', '/etc/nats/zing.conf'],
  [/^mongodb: is in a network with the outside/, 'chat-mongodb: { internal: true }', 'chat-mongodb:'],
  [
    /^admin: is in a network with the outside: push-hosts/,
    'admin-mongodb, admin-nats]',
    'admin-mongodb, admin-nats, push-hosts]',
  ],
  [/^social: is in a network with the outside: outside/, 'social-nats, push-hosts]', 'social-nats, outside]'],
  [/^social: .*VAPID_PUBLIC_KEY must be set together/, / {6}VAPID_PRIVATE_KEY_FILE: .*\n/, ''],
  [
    /^social: .*PUSH_ALLOW_LOOPBACK is for tests only/,
    'VAPID_PRIVATE_KEY_FILE:',
    "PUSH_ALLOW_LOOPBACK: 'true'\n      VAPID_PRIVATE_KEY_FILE:",
  ],
  [
    'auth: does not wait until mongodb is healthy',
    'mongodb: { condition: service_healthy }',
    'mongodb: { condition: service_started }',
  ],
  ['auth: does not wait for redis', /(mongodb.*\n.*nats.*\n) {6}redis: .*\n/, '$1'],
  ['social: reaches redis without need', 'social-nats, push-hosts]', 'social-nats, push-hosts, auth-redis]'],
  ['social: reaches chat without need', 'social-nats, push-hosts]', 'social-nats, push-hosts, gateway-chat]'],
  ['gateway: shares not exactly one network with redis', 'gateway-nats, gateway-redis]', 'gateway-nats]'],
  [
    'auth: shares not exactly one network with nats',
    'networks: [gateway-nats, auth-nats, social-nats,',
    'networks: [gateway-nats, auth-nats, auth-mongodb, social-nats,',
  ],
  [/^auth: .*SESSION_SECRET is missing/, / {6}SESSION_SECRET_FILE: .*\n( {6}SESSION_TTL)/, '$1'],
  [/^chat: .*PUBLIC_ORIGINS is missing/, /(PORT: 3003\n(?:.*\n){3}) {6}PUBLIC_ORIGINS.*\n/, '$1'],
  ['admin: ADMIN_PINN is in no schema', 'ADMIN_PIN_FILE:', 'ADMIN_PINN_FILE:'],
  [/^gateway: .*COOKIE_SECURE must not be false/, "COOKIE_SECURE: 'true'", "COOKIE_SECURE: 'false'"],
  [/^auth: .*RATE_PROFILE must be strict/, /(SESSION_TTL.*\n {6}RATE_PROFILE:) strict/, '$1 normal'],
  [/^chat: .*RATE_PROFILE must be strict/, /(WS_REQUIRE.*\n {6}RATE_PROFILE:) strict/, '$1 normal'],
  [/^gateway: .*RATE_PROFILE must be strict/, /(COOKIE_SECURE.*\n {6}RATE_PROFILE:) strict/, '$1 off'],
  [
    /^chat: .*MONGO_URL has no user and password/,
    /MONGO_URL_FILE: .*(\n.*\n {6}PUBLIC_ORIGINS: .*\n {6}WS_)/,
    'MONGO_URL: mongodb://mongodb:27017/zing_chat$1',
  ],
  ['admin: is not in docker-compose.yml; add it beside the others', '\n  admin:\n', '\n  administration:\n'],
  ['auth: is not built with SERVICE: services/auth', 'SERVICE: services/auth', 'SERVICE: services/chat'],
  ['chat: does not listen on 3003', 'PORT: 3003', 'PORT: 3009'],
  [
    'social: uses mongodb, nats, redis and not mongodb, nats',
    'PORT: 3002',
    'PORT: 3002\n      REDIS_URL: redis://:x@redis',
  ],
  ['gateway: CHAT_URL is not http://chat:3003', 'http://chat:3003', 'http://chat:3009'],
  [/^social: NODE_ENV is not production/, 'NODE_ENV: production', 'NODE_ENV: development'],
])('the compose policy reports: %s', (problem, good, bad) => {
  const broken = text.replace(good, bad)
  expect(broken).not.toBe(text)
  const expected = typeof problem === 'string' ? problem : expect.stringMatching(problem)
  expect(problemsOf(broken)).toContainEqual(expected)
})

test.each(['0000', '1234', '12'])('the policy rejects the PIN %s in .env', (ADMIN_PIN) => {
  expect(problemsOf(text, { ...env, ADMIN_PIN })).toContainEqual(expect.stringMatching(/^admin: .*ADMIN_PIN/))
})

test('the policy rejects a secret in .env that looks like an example', () => {
  const SESSION_SECRET = 'changeme'.repeat(8)
  expect(problemsOf(text, { ...env, SESSION_SECRET })).toContainEqual(
    expect.stringMatching(/^gateway: .*SESSION_SECRET looks like an example/),
  )
})
