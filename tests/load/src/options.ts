import { parseArgs } from 'node:util'
import { StartError } from '@zing/dev-env/start-error'
import { z } from 'zod'
import { PLANS, type Plan } from '../shared/plan.ts'
import { SCRIPTS, type ScriptName } from '../shared/scripts.ts'

export interface Options {
  script: ScriptName
  plan: Plan
  /** URL of a running product; undefined starts one for the run. */
  url: string | undefined
  scale: string | undefined
  /** Restarts every process, one after another, under load. */
  isRolling: boolean
  isPublished: boolean
  /** Admin PIN of the product at `url`, for scripts with moderators. */
  adminPin: string | undefined
  k6Path: string | undefined
  k6Options: string[]
}

// Long enough to restart two processes per service, and light enough for two cores to start a process meanwhile.
const ROLL: Pick<Plan, 'pairs' | 'singles' | 'rate' | 'seconds'> = { pairs: 20, singles: 40, rate: 6, seconds: 150 }

/** `storm` kills one of two hosts. */
const TWO_HOSTS = 'gateway=2,chat=2'

const PLAN_VARIABLES = ['PAIRS', 'SINGLES', 'RATE', 'SECONDS', 'WARM_UP', 'SEND_BY', 'SOLVERS'] as const
const Count = z.coerce.number().int().nonnegative().optional()
const Env = z.object({
  PAIRS: Count,
  SINGLES: Count,
  RATE: Count,
  SECONDS: Count,
  WARM_UP: Count,
  SEND_BY: z.enum(['socket', 'post']).optional(),
  SOLVERS: z.coerce.number().int().min(0).max(100).optional(),
  ZING_URL: z.url().optional(),
  ADMIN_PIN: z.string().optional(),
  K6_PATH: z.string().optional(),
})

/** Throws a StartError that names the invalid option. */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): Options {
  const [name, ...rest] = args
  const script = SCRIPTS.find((known) => known === name)
  if (!script) throw new StartError(`Which script? npm run load -- ${SCRIPTS.join(' | ')} [--scale chat=2,…] [--roll]`)

  const env = readEnvironment(environment)
  const { own, k6Options } = splitOptions(rest)
  if (own.roll && script !== 'mixed-day') throw new StartError('--roll needs mixed-day, whose sockets reconnect.')
  if (env.ZING_URL && (own.roll || own.scale)) {
    throw new StartError('--scale and --roll restart processes of their own product: remove ZING_URL.')
  }
  if (script === 'moderation' && env.ZING_URL && !env.ADMIN_PIN) {
    throw new StartError('moderation grants roles behind the PIN: set the ADMIN_PIN of the product at ZING_URL.')
  }
  if (script === 'storm' && env.ZING_URL) throw new StartError('storm kills its own product: remove ZING_URL.')
  if (script === 'door' && env.ZING_URL) {
    throw new StartError('door attacks a product of its own from many addresses: remove ZING_URL.')
  }
  return {
    script,
    plan: planOf(script, env, own.roll),
    url: env.ZING_URL?.replace(/\/$/, ''),
    scale: own.scale ?? (script === 'storm' ? TWO_HOSTS : undefined),
    isRolling: own.roll,
    isPublished: own.publish,
    adminPin: env.ADMIN_PIN,
    k6Path: env.K6_PATH,
    k6Options,
  }
}

export function commandOf(args: string[], environment: NodeJS.ProcessEnv): string {
  const size = PLAN_VARIABLES.flatMap((name) => (environment[name] ? [`${name}=${environment[name]}`] : []))
  return [...size, 'npm run load --', ...args].join(' ')
}

function readEnvironment(environment: NodeJS.ProcessEnv): z.infer<typeof Env> {
  const parsed = Env.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map(({ path: [variable] }) => String(variable))
  throw new StartError(`Invalid environment variables: ${names.join(', ')}.`)
}

function planOf(script: ScriptName, env: z.infer<typeof Env>, isRolling: boolean): Plan {
  const base = { ...PLANS[script], ...(isRolling && ROLL) }
  return {
    ...base,
    pairs: env.PAIRS ?? base.pairs,
    singles: env.SINGLES ?? base.singles,
    rate: env.RATE ?? base.rate,
    seconds: env.SECONDS ?? base.seconds,
    warmUp: env.WARM_UP ?? base.warmUp,
    isPosting: env.SEND_BY === 'post',
    solvers: env.SOLVERS ?? 0,
  }
}

function splitOptions(args: string[]) {
  const { values, tokens } = parseArgs({
    args,
    options: { scale: { type: 'string' }, roll: { type: 'boolean' }, publish: { type: 'boolean' } },
    strict: false,
    tokens: true,
  })
  const ownIndexes = new Set(
    tokens.flatMap((token) => {
      if (token.kind !== 'option' || !['scale', 'roll', 'publish'].includes(token.name)) return []
      return token.name === 'scale' && !token.inlineValue ? [token.index, token.index + 1] : [token.index]
    }),
  )
  return {
    own: {
      scale: typeof values.scale === 'string' ? values.scale : undefined,
      roll: values.roll === true,
      publish: values.publish === true,
    },
    k6Options: args.filter((_, index) => !ownIndexes.has(index)),
  }
}
