import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { isNatsServers } from './nats/servers.ts'
import { isSentinels } from './redis-sentinels.ts'

/** Key to sign and verify tokens with, created once instead of at every request. */
export function keyOf(text: string): KeyObject {
  return createSecretKey(Buffer.from(text))
}

/** Secret of at least 32 characters, without a default: a missing or weak one stops the process (SEC-10, SEC-76). */
export const secret = z.string('is missing').min(32, 'needs at least 32 characters').transform(keyOf)

/** `true` or `1`, `false` or `0`. */
export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1')

/** Origins separated by commas, exactly as browsers send them. */
export const origins = z
  .string('is missing')
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .describe('origins that the browser shows, exactly, separated by commas')

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const STOP_DELAY_MS = 1_000
const STOP_DELAY_MAX_MS = 2_000 // more would not fit into the 10 s of a shutdown
export const DRAIN_SECONDS = 2
const DRAIN_MAX_SECONDS = 300

const NO_PORT = 'is not a port'
const port = z.coerce.number(NO_PORT).int(NO_PORT).min(0, NO_PORT).max(65_535, NO_PORT)

/** Variables of every process, for its own schema: `z.object({ ...baseEnv, ...redisEnv })`. */
export const baseEnv = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`development`, `test` or `production`, which [refuses](#what-production-refuses) weak values'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('`silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`'),
  HOST: z.string().default('127.0.0.1').describe('`0.0.0.0` in containers'),
  PORT: port.describe('where the process listens'),
  METRICS_PORT: port
    .optional()
    .describe('a port of its own for `/metrics`, 9464 in the images. Never publish it. No metrics without it.'),
  STOP_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(STOP_DELAY_MAX_MS)
    .default(STOP_DELAY_MS)
    .describe(
      `how long a stopping process still serves while \`/readyz\` is 503, so that balancers move on; at most ${STOP_DELAY_MAX_MS}`,
    ),
  NATS_URL: z
    .string('is missing')
    .refine(isNatsServers, 'must be addresses such as nats://user:password@host:4222, with the same user and password')
    .describe('`nats://user:password@host:4222`, for a cluster several with commas; `tls:` for TLS'),
  NATS_REPLICAS: z
    .enum(['1', '3'], 'must be 1 or 3')
    .default('1')
    .transform(Number)
    .describe('copies of each stream: 1, or 3 with three servers'),
  INTERNAL_TOKEN_SECRET: secret.describe(
    'signs identities between processes: at least 32 characters, the same for all',
  ),
}

export const mongoUrl = z.string('is missing').describe('`mongodb://user:password@host/zing_<service>`')
export const redisEnv = {
  REDIS_URL: z
    .string()
    .optional()
    .describe('shares rate limits and failed logins; without it each process counts by itself'),
  REDIS_SENTINELS: z
    .string()
    .refine(isSentinels, 'must be addresses such as redis://:password@host:26379, with the same user and password')
    .optional()
    .describe(
      'instead of `REDIS_URL`: `redis://:password@host:26379` of each Sentinel, with commas; Redis has the same password. `rediss:` for TLS',
    ),
  REDIS_MASTER: z.string().default('mymaster').describe("the Sentinels' name of the master"),
}

/** Variable of a process that holds sockets. */
export const drainSeconds = z.coerce
  .number()
  .int()
  .min(0)
  .max(DRAIN_MAX_SECONDS)
  .default(DRAIN_SECONDS)
  .describe(
    `a stopping process closes its sockets over this time, at most ${DRAIN_MAX_SECONDS}; supervisors wait 10 s longer`,
  )

/** `off` is for load tests and rejected in production. */
const rateProfile = z.enum(['normal', 'strict', 'off'])
export type RateProfile = z.infer<typeof rateProfile>

/** Variables of a process with rate limits; a schema needs the refinement `strictLimits` too. */
export const rateEnv = {
  RATE_PROFILE: rateProfile
    .default('normal')
    .describe('`strict` in production, `off` for load tests: without rate limits, login throttle and daily quotas'),
  ALLOW_RATE_PROFILE: z
    .literal('normal', 'must be normal')
    .optional()
    .describe('`normal` lets production run with `RATE_PROFILE=normal`'),
}

type Config = Record<string, unknown>

/**
 * Arguments of `refine` for a rule of production, which is reported with all other problems:
 * `schema.refine(...notInProduction('COOKIE_SECURE', (isSecure) => isSecure === false, 'must not be false'))`.
 */
export function notInProduction<Name extends string>(
  name: Name,
  isRejected: (value: unknown, config: Config) => boolean,
  message: string,
): [
  (config: Config & { [name in Name]: unknown }) => boolean,
  { path: string[]; message: string; when: () => boolean },
] {
  const isValid = (config: Config) => config.NODE_ENV !== 'production' || !isRejected(config[name], config)
  return [isValid, { path: [name], message, when: () => true }]
}

export const strictLimits = [
  'RATE_PROFILE',
  (profile: unknown, { ALLOW_RATE_PROFILE }: Config) =>
    profile === 'off' || (profile !== 'strict' && profile !== ALLOW_RATE_PROFILE),
  'must be strict in production; normal needs ALLOW_RATE_PROFILE=normal as well',
] as const

/** Browsers treat loopback addresses as secure, so they may use plain http. */
export const secureOrigins = [
  'PUBLIC_ORIGINS',
  (list: unknown) => Array.isArray(list) && !list.every(isSecureOrigin),
  'must be https origins such as https://zing.example.org in production',
] as const

function isSecureOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname)))
}
