import path from 'node:path'
import { ADMIN_PIN_LENGTH } from '@zing/proto/limits'
import { z } from 'zod'
import { ROOT } from '../root.ts'
import { StartError } from '../start-error.ts'
import { readScale, type Scale } from './scale.ts'

const LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']
const PROFILES = ['normal', 'strict', 'off']

const Port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number up to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be a number up to 65535')
const Pin = z.string().regex(new RegExp(`^[0-9]{${ADMIN_PIN_LENGTH}}$`), `must have ${ADMIN_PIN_LENGTH} digits`)

const Schema = z
  .object({
    PORT: Port.default(8080),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('.data'),
    DEMO: flag(),
    ADMIN_PIN: Pin.optional(),
    RATE_PROFILE: oneOf(PROFILES).default('normal'),
    LOG_LEVEL: oneOf(LEVELS).default('info'),
    SUPERVISE: flag(),
    NODE_ENV: z.string().optional(),
  })
  .transform((env) => ({
    /** Port of the gateway; 0 selects a free one. */
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(ROOT, env.DATA_DIR),
    hasDemo: env.DEMO === '1',
    hasBots: env.DEMO === '1' && env.NODE_ENV !== 'production',
    /** Undefined: a random PIN, kept in the data folder. */
    adminPin: env.ADMIN_PIN,
    rateProfile: env.RATE_PROFILE,
    logLevel: env.LOG_LEVEL,
    /** False for fault tests, which restart processes themselves. */
    isSupervised: env.SUPERVISE === '1',
  }))
export type Options = z.infer<typeof Schema> & {
  scale: Scale
  /** `npm run dev`: each process starts again when one of its sources changes, and Vite serves the client. */
  isWatching: boolean
}

const WATCH = '--watch'

/** Reads the options of `npm start`; an empty variable counts as unset. Throws one sentence that names every invalid value. */
export function readOptions(env: NodeJS.ProcessEnv, args: string[] = []): Options {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Schema.safeParse(nonEmpty)
  if (parsed.success) {
    const scale = readScale(args.filter((one) => one !== WATCH))
    return { ...parsed.data, scale, isWatching: args.includes(WATCH) }
  }
  const problems = parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`)
  throw new StartError(`Please correct: ${problems.join('; ')}.`)
}

function oneOf(values: string[]) {
  return z.enum(values, `must be one of ${values.join(', ')}`)
}

function flag() {
  return z.enum(['0', '1'], 'must be 0 or 1').default('1')
}
