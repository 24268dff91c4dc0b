import { z } from 'zod'

/** A secret has no default and at least 32 characters: a forgotten or a weak one must stop the process (SEC-10, SEC-76). */
export const secret = z.string('is missing').min(32, 'needs at least 32 characters')

const WEAK = /^(.)\1*$|changeme|secret|password|example|default/i

/** What every process reads. Spread into a schema of its own: `z.object({ ...baseEnv, REDIS_URL: … })`. */
export const baseEnv = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  NATS_URL: z.string('is missing'),
  INTERNAL_TOKEN_SECRET: secret,
}

/** `off` is for load tests and refused in production. */
export const rateProfile = z.enum(['normal', 'strict', 'off'])
export type RateProfile = z.infer<typeof rateProfile>

/**
 * Reads a process's configuration once. Throws one error that names every missing or wrong variable.
 * In production it also refuses secrets that look like examples, and a database that lets anybody in (SEC-76).
 */
export function readEnv<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

  if (given.NODE_ENV === 'production') {
    for (const name of Object.keys(schema.shape).filter((key) => key.endsWith('_SECRET'))) {
      if (WEAK.test(given[name] ?? '')) problems.push(`${name} looks like an example`)
    }
    if (given.MONGO_URL && !hasCredentials(given.MONGO_URL)) problems.push('MONGO_URL has no user and password')
  }
  if (parsed.success && problems.length === 0) return parsed.data
  throw new Error(`Bad configuration: ${problems.join('; ')}`)
}

function hasCredentials(url: string): boolean {
  return /^mongodb(\+srv)?:\/\/[^@/]+:[^@/]+@/.test(url)
}
