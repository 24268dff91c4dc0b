import path from 'node:path'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { databaseOf, folderOf, PROCESSES } from '@zing/proto/processes'
import { addressVariable, ROUTED_SERVICES } from '@zing/proto/routes'
import { isOk } from '../processes/is-ok.ts'
import { isReady } from '../processes/is-ready.ts'
import type { ProcessSpec } from '../processes/processes.ts'
import { ROOT } from '../root.ts'
import type { Secrets } from '../state/secrets-file.ts'
import { viteProgram, WEB } from '../vite.ts'
import { databaseUrl } from './database-url.ts'
import { type Address, type Instance, localUrl } from './instances.ts'
import type { Options } from './options.ts'
import type { Kind } from './scale.ts'

const READY_MS = 60_000
const VITE_RESPONSE_MS = 5_000
/** Same as in the image (deploy/docker/service.Dockerfile): returns memory of photos to the system at once. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
/** Compiled code of earlier starts: halves the CPU time of a start. Node checks that it belongs to the source. */
const COMPILE_CACHE = path.join(ROOT, '.data', 'compile-cache')
/** Node starts the program again after a change of a file that it has imported. */
const WATCH_OPTIONS = ['--watch', '--watch-preserve-output']
/** The gateway refuses what the services cannot carry, so it must run while they take all processors. */
const GATEWAY_NICENESS = -5
/** Gives the gateway time to switch to another process of the kind. */
const STOP_DELAY_MS = 1_000

export interface Plan {
  options: Options
  secrets: Secrets
  instances: Instance[]
  address: Address
  origins: string[]
  mongoUrl: string
  natsUrl: string
  redisUrl: string | null
  /** Null: Vite serves the client. */
  webDist: string | null
  onLine(name: string, line: string): void
}

/** Describes how to run a process; its `src/config.ts` describes the variables. */
export function processSpec(plan: Plan, instance: Instance): ProcessSpec {
  const { options, secrets, natsUrl } = plan
  const { kind, name, host, port, metricsPort } = instance
  const hasOthers = plan.instances.filter((other) => other.kind === kind).length > 1
  return {
    name,
    command: process.execPath,
    args: [...(options.isWatching ? WATCH_OPTIONS : []), path.join(folderOf(kind), 'src', 'main.ts')],
    cwd: ROOT,
    env: {
      ...process.env,
      NATS_URL: natsUrl,
      INTERNAL_TOKEN_SECRET: secrets.internalTokenSecret,
      LOG_LEVEL: options.logLevel,
      NODE_ENV: process.env.NODE_ENV === 'test' ? 'test' : 'development',
      HOST: host,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      STOP_DELAY_MS: String(hasOthers ? STOP_DELAY_MS : 0),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILE_CACHE,
      ...serversOf(plan, kind),
      ...environmentOf[kind]?.(plan),
    },
    isReady: () => isReady(localUrl(instance)),
    readyWithinMs: READY_MS,
    ...(kind === 'gateway' && { niceness: GATEWAY_NICENESS }),
    onLine: (line) => plan.onLine(name, line),
  }
}

/** Variables of one process, besides the common ones and the addresses of its servers. */
const environmentOf: Partial<Record<Kind, (plan: Plan) => Record<string, string>>> = {
  auth: (plan) => ({
    ...MALLOC,
    SESSION_SECRET: plan.secrets.sessionSecret,
    PUBLIC_ORIGINS: plan.origins.join(','),
    RATE_PROFILE: plan.options.rateProfile,
  }),
  social: (plan) => ({
    ...vapidPublicKey(plan),
    VAPID_PRIVATE_KEY: plan.secrets.vapidPrivateKey,
    RATE_PROFILE: plan.options.rateProfile,
  }),
  chat: (plan) => ({
    ...vapidPublicKey(plan),
    PUBLIC_ORIGINS: plan.origins.join(','),
    RATE_PROFILE: plan.options.rateProfile,
  }),
  vision: () => MALLOC,
  admin: (plan) => ({ ADMIN_PIN: plan.options.adminPin ?? plan.secrets.adminPin }),
  gateway: (plan) => ({
    ...vapidPublicKey(plan),
    ...Object.fromEntries(ROUTED_SERVICES.map((name) => [addressVariable(name), addressesOf(plan, name)])),
    SESSION_SECRET: plan.secrets.sessionSecret,
    PUBLIC_ORIGINS: plan.origins.join(','),
    COOKIE_SECURE: 'false', // plain http on this machine
    ...(plan.webDist !== null && { WEB_DIST: plan.webDist }),
    RATE_PROFILE: plan.options.rateProfile,
    IS_DEMO: String(plan.options.hasDemo),
  }),
}

/** Vite serves the client with hot reload, and forwards the rest to the gateway. */
export function viteSpec({ instances, onLine }: Plan, address: Address): ProcessSpec {
  const gateway = instances.find(({ kind }) => kind === 'gateway')
  return {
    name: 'web',
    command: process.execPath,
    args: [
      viteProgram(),
      ...['--host', address.host, '--port', String(address.port), '--strictPort', '--clearScreen', 'false'],
    ],
    cwd: WEB,
    env: { ...process.env, ...(gateway && { GATEWAY_URL: localUrl(gateway) }) },
    isReady: () => isOk(localUrl(address), VITE_RESPONSE_MS),
    readyWithinMs: READY_MS,
    onLine: (line) => onLine('web', line),
  }
}

export function balancerSpec({ instances, address, onLine }: Plan): ProcessSpec {
  const name = 'balancer'
  return {
    name,
    command: process.execPath,
    args: [path.join('packages', 'dev-env', 'src', 'balancer', 'main.ts')],
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: address.host,
      PORT: String(address.port),
      ADDRESSES: addressesOf({ instances }, 'gateway'),
    },
    isReady: () => isReady(localUrl(address)),
    readyWithinMs: READY_MS,
    onLine: (line) => onLine(name, line),
  }
}

function serversOf({ mongoUrl, redisUrl }: Plan, kind: Kind): Record<string, string> {
  const { servers } = PROCESSES[kind]
  return {
    ...(servers.includes('mongodb') && { MONGO_URL: databaseUrl(mongoUrl, databaseOf(kind)) }),
    ...(servers.includes('redis') && redisUrl && !process.env.REDIS_SENTINELS && { REDIS_URL: redisUrl }),
  }
}

function vapidPublicKey({ secrets }: Plan): { VAPID_PUBLIC_KEY: string } {
  return { VAPID_PUBLIC_KEY: vapidPublicKeyOf(secrets.vapidPrivateKey) }
}

function addressesOf({ instances }: Pick<Plan, 'instances'>, kind: Kind): string {
  return instances
    .filter((instance) => instance.kind === kind)
    .map(localUrl)
    .join(',')
}
