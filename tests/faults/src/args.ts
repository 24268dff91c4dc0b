import { parseArgs } from 'node:util'
import { StartError } from '@zing/dev-env/start-error'
import { NEEDS_S3, versitygw } from '@zing/testing/s3-server'
import type { Mutant } from './mutants/mutant.ts'
import { MUTANTS } from './mutants.ts'
import { FOCUSES, type FocusName, type PaceName } from './nemesis/plan-faults.ts'

/** Several short runs find more mutants: near the end of a run no later fault hides lost data. */
const SECONDS = { runs: '120', mutants: '40' }

export interface Args {
  seconds: number
  /** Each seed with its number of processes, as after `npm start -- --scale`; one of each if undefined. */
  runs: { seed: number; scale: string | undefined }[]
  /** The mutants to find; empty for runs of the unbroken product. */
  mutants: Mutant[]
  isPublished: boolean
  pace: PaceName
  focus: FocusName | null
  /** Bytes of users are in a bucket instead of MongoDB. */
  hasBucket: boolean
}

/** Value of `npm start -- --scale` that starts two processes of each service. */
export const TWO_OF_EACH = 'auth=2,social=2,chat=2,admin=2,gateway=2'
const SCALES = new Map<string, (string | undefined)[]>([
  ['one', [undefined]],
  ['two', [TWO_OF_EACH]],
  ['alternate', [undefined, TWO_OF_EACH]],
])
const USAGE =
  'npm run faults -- [--seconds 120; 40 with --mutants] [--seed 7] [--runs 1] [--scale one|two|alternate] [--dense] [--focus name] [--bucket] [--mutants [name]] [--publish]'

/** Reads the options of `npm run faults`. Throws a StartError that names the problem. */
export function readArgs(args: string[]): Args {
  const { values, positionals } = parse(args)
  const defaultSeconds = values.mutants ? SECONDS.mutants : SECONDS.runs
  const [seconds, seed, runs] = [count(values.seconds ?? defaultSeconds), count(values.seed), count(values.runs)]
  const scales = SCALES.get(values.scale)
  if (values.bucket && !versitygw) throw new StartError(`--bucket ${NEEDS_S3}`)
  if (!seconds || !runs || seed === null || !scales) throw new StartError(`Usage: ${USAGE}`)
  const focus = focusOf(values.focus)
  const named = MUTANTS.filter(({ name, isRarelyFound }) =>
    positionals.length === 0 ? !isRarelyFound : positionals.includes(name),
  )
  if (positionals.length > 0 && (!values.mutants || named.length < positionals.length)) {
    throw new StartError(`Mutants: ${MUTANTS.map(({ name }) => name).join(', ')}`)
  }
  return {
    seconds,
    runs: Array.from({ length: runs }, (_, run) => ({ seed: seed + run, scale: scales[run % scales.length] })),
    mutants: values.mutants ? named : [],
    isPublished: values.publish,
    pace: values.dense || values.mutants || focus ? 'dense' : 'measured',
    focus,
    hasBucket: values.bucket,
  }
}

function focusOf(name: string | undefined): FocusName | null {
  if (name === undefined) return null
  if (name in FOCUSES) return name as FocusName // one of its keys
  throw new StartError(`Focus: ${Object.keys(FOCUSES).join(', ')}`)
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        seconds: { type: 'string' },
        seed: { type: 'string', default: '1' },
        runs: { type: 'string', default: '1' },
        scale: { type: 'string', default: 'one' },
        mutants: { type: 'boolean', default: false },
        dense: { type: 'boolean', default: false },
        focus: { type: 'string' },
        bucket: { type: 'boolean', default: false },
        publish: { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new StartError(`Usage: ${USAGE}`)
  }
}

function count(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}
