import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** The form in which tokens are signed and verified: made of a text once, not at every request. */
export function keyOf(text: string): KeyObject {
  return createSecretKey(Buffer.from(text))
}

/** A secret has no default and at least 32 characters: a forgotten or a weak one must stop the process (SEC-10, SEC-76). */
export const secret = z.string('is missing').min(32, 'needs at least 32 characters').transform(keyOf)

const WEAK = /^(.)\1*$|changeme|secret|password|example|default/i
/** Servers that would let anybody in who can reach them. */
const GUARDED = ['MONGO_URL', 'NATS_URL', 'REDIS_URL']
/** More would not fit into the 10 s in which a process must have ended. */
const STOP_DELAY_MAX_MS = 2_000

const port = z.coerce.number('is no port').int('is no port').min(0, 'is no port').max(65_535, 'is no port')

/** What every process reads. Spread into a schema of its own: `z.object({ ...baseEnv, REDIS_URL: … })`. */
export const baseEnv = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  /** Where Prometheus asks; none without it. Only `/metrics`, and never a port for the outside. */
  METRICS_PORT: port.optional(),
  /** How long a process that was asked to stop serves on as not ready, so that balancers look elsewhere first. */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(STOP_DELAY_MAX_MS).default(1_000),
  NATS_URL: z.string('is missing'),
  INTERNAL_TOKEN_SECRET: secret,
}

/** `off` is for load tests and refused in production. */
export const rateProfile = z.enum(['normal', 'strict', 'off'])
export type RateProfile = z.infer<typeof rateProfile>

/**
 * `schema.refine(...notInProduction('COOKIE_SECURE', (isSecure) => isSecure === false, 'must not be false'))`: a rule of
 * production, told along with everything else that is wrong.
 */
export function notInProduction<Name extends string>(
  name: Name,
  isRefused: (value: unknown) => boolean,
  message: string,
): [(config: Checked<Name>) => boolean, { path: string[]; message: string; when: () => boolean }] {
  const isFine = (config: Checked<Name>) => config.NODE_ENV !== 'production' || !isRefused(config[name])
  return [isFine, { path: [name], message, when: () => true }]
}
type Checked<Name extends string> = { NODE_ENV: string } & { [name in Name]: unknown }

/** For `notInProduction`: load tests switch the limits off. */
export const noLimits = ['RATE_PROFILE', (value: unknown) => value === 'off', 'must not be off in production'] as const

/**
 * Reads a process's configuration once. Throws one error that names every missing or wrong variable.
 * In production it also refuses secrets that look like examples, and servers that let anybody in (SEC-76).
 */
export function readEnv<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

  if (given.NODE_ENV === 'production') {
    for (const name of Object.keys(schema.shape)) {
      const value = given[name] ?? ''
      if (name.endsWith('_SECRET') && WEAK.test(value)) problems.push(`${name} looks like an example`)
      if (GUARDED.includes(name) && value && !hasCredentials(value)) problems.push(`${name} has no user and password`)
    }
  }
  if (parsed.success && problems.length === 0) return parsed.data
  throw new Error(`Bad configuration: ${problems.join('; ')}`)
}

/** Redis may have a password alone: `redis://:password@host`. */
function hasCredentials(url: string): boolean {
  return /^(?:mongodb(?:\+srv)?:\/\/[^@/]+|nats:\/\/[^@/:]+|rediss?:\/\/[^@/:]*):[^@/]+@/.test(url)
}
