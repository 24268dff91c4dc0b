import { parseArgs } from 'node:util'
import { StartError } from '@zing/dev-env/start-error'
import { z } from 'zod'
import { PLANS, type Plan } from '../shared/plan.ts'
import { SCRIPTS, type ScriptName } from '../shared/scripts.ts'

export interface Options {
  script: ScriptName
  plan: Plan
  /** Of a product that runs already; undefined: one is started for the run. */
  url: string | undefined
  /** As `npm start -- --scale` takes it. */
  scale: string | undefined
  /** Restart every process, one after the other, while the load runs. */
  isRolling: boolean
  /** Keep the summary in `docs/load`, where git sees it. */
  isPublished: boolean
  k6Path: string | undefined
  /** Everything else on the command line. */
  k6Options: string[]
}

// Longer than two processes of each kind take to be restarted one by one; and so much load that two cores, which ten
// processes, three servers and k6 share, have room for a process that starts.
const ROLL: Pick<Plan, 'pairs' | 'singles' | 'rate' | 'seconds'> = { pairs: 20, singles: 40, rate: 6, seconds: 150 }

const SIZES = ['PAIRS', 'SINGLES', 'RATE', 'SECONDS', 'WARM_UP'] as const
const Count = z.coerce.number().int().nonnegative().optional()
const Env = z.object({
  PAIRS: Count,
  SINGLES: Count,
  RATE: Count,
  SECONDS: Count,
  WARM_UP: Count,
  ZING_URL: z.url().optional(),
  K6_PATH: z.string().optional(),
})

/** Throws one sentence that says what is wrong. */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): Options {
  const [name, ...rest] = args
  const script = SCRIPTS.find((known) => known === name)
  if (!script) throw new StartError(`Which script? npm run load -- ${SCRIPTS.join(' | ')} [--scale chat=2,…] [--roll]`)

  const env = readEnvironment(environment)
  const { own, k6Options } = splitOptions(rest)
  if (own.roll && script !== 'mixed-day') throw new StartError('--roll is for mixed-day: its sockets come back.')
  if (env.ZING_URL && (own.roll || own.scale)) {
    throw new StartError('--scale and --roll need a product of our own: leave ZING_URL out.')
  }
  return {
    script,
    plan: planOf(script, env, own.roll),
    url: env.ZING_URL?.replace(/\/$/, ''),
    scale: own.scale,
    isRolling: own.roll,
    isPublished: own.publish,
    k6Path: env.K6_PATH,
    k6Options,
  }
}

/** How to run the same again. */
export function commandOf(args: string[], environment: NodeJS.ProcessEnv): string {
  const size = SIZES.flatMap((name) => (environment[name] ? [`${name}=${environment[name]}`] : []))
  return [...size, 'npm run load --', ...args].join(' ')
}

function readEnvironment(environment: NodeJS.ProcessEnv): z.infer<typeof Env> {
  const parsed = Env.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map(({ path: [variable] }) => String(variable))
  throw new StartError(`Please correct: ${names.join(', ')}.`)
}

function planOf(script: ScriptName, env: z.infer<typeof Env>, isRolling: boolean): Plan {
  const usual = { ...PLANS[script], ...(isRolling && ROLL) }
  return {
    ...usual,
    pairs: env.PAIRS ?? usual.pairs,
    singles: env.SINGLES ?? usual.singles,
    rate: env.RATE ?? usual.rate,
    seconds: env.SECONDS ?? usual.seconds,
    warmUp: env.WARM_UP ?? usual.warmUp,
  }
}

/** Ours, and whatever else there is for k6. */
function splitOptions(args: string[]) {
  const { values, tokens } = parseArgs({
    args,
    options: { scale: { type: 'string' }, roll: { type: 'boolean' }, publish: { type: 'boolean' } },
    strict: false,
    tokens: true,
  })
  const ours = new Set(
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
    k6Options: args.filter((_, index) => !ours.has(index)),
  }
}
