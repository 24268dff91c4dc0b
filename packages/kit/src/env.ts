import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** Key to sign and verify tokens with, created once instead of at every request. */
export function keyOf(text: string): KeyObject {
  return createSecretKey(Buffer.from(text))
}

/** Secret of at least 32 characters, without a default: a missing or weak one stops the process (SEC-10, SEC-76). */
export const secret = z.string('is missing').min(32, 'needs at least 32 characters').transform(keyOf)

const WEAK = /^(.)\1*$|changeme|secret|password|example|default/i
const NEEDS_CREDENTIALS = ['MONGO_URL', 'NATS_URL', 'REDIS_URL']
const STOP_DELAY_MAX_MS = 2_000 // more would not fit into the 10 s of a shutdown

const NO_PORT = 'is not a port'
const port = z.coerce.number(NO_PORT).int(NO_PORT).min(0, NO_PORT).max(65_535, NO_PORT)

/** Variables of every process, for its own schema: `z.object({ ...baseEnv, REDIS_URL: … })`. */
export const baseEnv = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  /** Port of `/metrics`, which must not be public; no metrics without it. */
  METRICS_PORT: port.optional(),
  /** Time for which a stopping process serves on as not ready, so that balancers move to other processes. */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(STOP_DELAY_MAX_MS).default(1_000),
  NATS_URL: z.string('is missing'),
  INTERNAL_TOKEN_SECRET: secret,
}

/** `off` is for load tests and rejected in production. */
export const rateProfile = z.enum(['normal', 'strict', 'off'])
export type RateProfile = z.infer<typeof rateProfile>

/**
 * Arguments of `refine` for a rule of production, reported along with all other problems:
 * `schema.refine(...notInProduction('COOKIE_SECURE', (isSecure) => isSecure === false, 'must not be false'))`.
 */
export function notInProduction<Name extends string>(
  name: Name,
  isRejected: (value: unknown) => boolean,
  message: string,
): [(config: Checked<Name>) => boolean, { path: string[]; message: string; when: () => boolean }] {
  const isValid = (config: Checked<Name>) => config.NODE_ENV !== 'production' || !isRejected(config[name])
  return [isValid, { path: [name], message, when: () => true }]
}
type Checked<Name extends string> = { NODE_ENV: string } & { [name in Name]: unknown }

export const noLimits = ['RATE_PROFILE', (value: unknown) => value === 'off', 'must not be off in production'] as const

/**
 * Reads the configuration of a process. Throws one error that names every missing or wrong variable; in production also
 * secrets that look like examples, and servers without credentials (SEC-76).
 */
export function readEnv<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

  if (given.NODE_ENV === 'production') {
    for (const name of Object.keys(schema.shape)) {
      const value = given[name] ?? ''
      if (name.endsWith('_SECRET') && WEAK.test(value)) problems.push(`${name} looks like an example`)
      if (NEEDS_CREDENTIALS.includes(name) && value && !hasCredentials(value))
        problems.push(`${name} has no user and password`)
    }
  }
  if (parsed.success && problems.length === 0) return parsed.data
  throw new Error(`Bad configuration: ${problems.join('; ')}`)
}

/** Accepts Redis with a password alone: `redis://:password@host`. */
function hasCredentials(url: string): boolean {
  return /^(?:mongodb(?:\+srv)?:\/\/[^@/]+|nats:\/\/[^@/:]+|rediss?:\/\/[^@/:]*):[^@/]+@/.test(url)
}
