import path from 'node:path'
import { databaseUrl } from './database-url.ts'
import type { Options } from './options.ts'
import type { ProcessSpec } from './processes/processes.ts'
import { ROOT } from './root.ts'
import type { Secrets } from './secrets.ts'

const READY_MS = 60_000

export const SERVICES = ['auth', 'social', 'chat', 'admin'] as const
type Service = (typeof SERVICES)[number]

export interface Plan {
  options: Options
  secrets: Secrets
  /** Free ports of the services; kept over restarts, because the gateway knows them. */
  ports: Record<Service, number>
  /** The gateway's. */
  port: number
  origins: string[]
  mongoUrl: string
  natsUrl: string
  redisUrl: string | null
  webDist: string
  onLine(name: string, line: string): void
}

/** How to run a service: its variables are those of its `src/config.ts`. */
export function serviceSpec(plan: Plan, service: Service): ProcessSpec {
  const { options, secrets, redisUrl } = plan
  const shared = {
    MONGO_URL: databaseUrl(plan.mongoUrl, `zing_${service}`),
    ...(redisUrl && { REDIS_URL: redisUrl }),
  }
  const own: Record<Service, Record<string, string>> = {
    auth: { SESSION_SECRET: secrets.sessionSecret, RATE_PROFILE: options.rateProfile },
    social: {},
    chat: { PUBLIC_ORIGINS: plan.origins.join(',') },
    admin: { ADMIN_PIN: options.adminPin ?? secrets.adminPin },
  }
  const port = plan.ports[service]
  return spec(plan, service, `services/${service}`, `http://127.0.0.1:${port}`, {
    ...shared,
    ...own[service],
    HOST: '127.0.0.1',
    PORT: String(port),
  })
}

export function gatewaySpec(plan: Plan): ProcessSpec {
  const { options, secrets, ports, redisUrl } = plan
  return spec(plan, 'gateway', 'gateway', localUrl(options.host, plan.port), {
    HOST: options.host,
    PORT: String(plan.port),
    AUTH_URL: `http://127.0.0.1:${ports.auth}`,
    SOCIAL_URL: `http://127.0.0.1:${ports.social}`,
    CHAT_URL: `http://127.0.0.1:${ports.chat}`,
    ADMIN_URL: `http://127.0.0.1:${ports.admin}`,
    SESSION_SECRET: secrets.sessionSecret,
    ...(redisUrl && { REDIS_URL: redisUrl }),
    PUBLIC_ORIGINS: plan.origins.join(','),
    COOKIE_SECURE: 'false', // plain http on this machine
    WEB_DIST: plan.webDist,
    RATE_PROFILE: options.rateProfile,
    IS_DEMO: String(options.hasDemo),
  })
}

/** Where this machine reaches a server that listens on `host`. */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function spec(plan: Plan, name: string, folder: string, url: string, env: Record<string, string>): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: ['--import', 'tsx', path.join(folder, 'src', 'main.ts')],
    cwd: ROOT,
    env: {
      ...process.env,
      NATS_URL: plan.natsUrl,
      INTERNAL_TOKEN_SECRET: plan.secrets.internalTokenSecret,
      LOG_LEVEL: plan.options.logLevel,
      NODE_ENV: process.env.NODE_ENV === 'test' ? 'test' : 'development', // fail points exist under test only
      ...env,
    },
    isReady: () => isReady(url),
    readyWithinMs: READY_MS,
    onLine: (line) => plan.onLine(name, line),
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false // not listening yet
  }
}
