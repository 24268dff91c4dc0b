import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { isNatsServers, natsServersOf } from './nats/servers.ts'
import { isSentinels, sentinelsOf } from './redis-sentinels.ts'
import { isWeakSecret } from './weak-secret.ts'

const HOLDS_CREDENTIALS = ['MONGO_URL', 'NATS_URL', 'REDIS_URL', 'REDIS_SENTINELS']

/**
 * Reads the configuration of a process. Throws one error that names every missing or wrong variable. Production also refuses
 * weak or equal secrets, and servers without credentials (SEC-76). A file can hold a secret or credentials instead of the
 * variable: `SESSION_SECRET_FILE=/run/secrets/session`.
 */
export function readEnv<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  const names = Object.keys(schema.shape)
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { given, problems } = withFiles(set, names.filter(holdsSecret))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`))
  }
  if (given.NODE_ENV === 'production') problems.push(...weakSecrets(given, names))
  if (parsed.success && problems.length === 0) return parsed.data
  throw new Error(`Bad configuration: ${problems.join('; ')}`)
}

function holdsSecret(name: string): boolean {
  return /_(?:SECRET|PIN|KEY)$/.test(name) || HOLDS_CREDENTIALS.includes(name)
}

/** Adds the variables that files hold. */
function withFiles(set: NodeJS.ProcessEnv, names: string[]): { given: NodeJS.ProcessEnv; problems: string[] } {
  const given = { ...set }
  const problems: string[] = []
  for (const name of names) {
    const file = set[`${name}_FILE`]
    if (file === undefined) continue
    if (set[name] !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set`)
      continue
    }
    try {
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      if (text !== '') given[name] = text
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}`)
    }
  }
  return { given, problems }
}

function weakSecrets(given: NodeJS.ProcessEnv, names: string[]): string[] {
  const problems: string[] = []
  const seen = new Map<string, string>() // secret or password -> the variable that has it
  for (const name of names) {
    const value = given[name]
    if (!value) continue
    const isUrl = HOLDS_CREDENTIALS.includes(name)
    if (name.endsWith('_SECRET') && isWeakSecret(value)) problems.push(`${name} looks like an example`)
    const password = isUrl && passwordOf(name, value)
    if (isUrl && !password) problems.push(`${name} has no user and password`)
    const part = isUrl ? password : name.endsWith('_SECRET') && value
    if (!part) continue
    const other = seen.get(part)
    if (other) problems.push(`${name} has the same secret as ${other}`)
    else seen.set(part, name)
  }
  return problems
}

/** Password in the address of a server; Redis takes one without a user: `redis://:password@host`. */
function passwordOf(name: string, url: string): string | undefined {
  if (name === 'NATS_URL') return isNatsServers(url) ? natsServersOf(url).pass : undefined
  if (name === 'REDIS_SENTINELS') return isSentinels(url) ? sentinelsOf(url).password : undefined
  return /^(?:mongodb(?:\+srv)?:\/\/[^@/:]+|rediss?:\/\/[^@/:]*):([^@/]+)@/.exec(url)?.[1]
}
