import { parseArgs } from 'node:util'
import { StartError } from '@zing/dev-env/start-error'

export interface Args {
  /** Only what CI has time for: two images, start, smoke, stop. */
  isQuick: boolean
  /** Steps to run; all if empty. */
  steps: string[]
  /** Leaves the containers running after a failure, to look at them. */
  isKept: boolean
}

const USAGE = 'npm run containers -- [--quick] [--keep] [step ...]'

/** Reads the options of `npm run containers`. Throws a StartError that names the problem. */
export function readArgs(args: string[], known: string[]): Args {
  const { values, positionals } = parse(args)
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown) throw new StartError(`There is no step ${unknown}: ${known.join(', ')}`)
  return { isQuick: values.quick, isKept: values.keep, steps: positionals }
}

function parse(args: string[]) {
  try {
    const options = { quick: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } } as const
    return parseArgs({ args, allowPositionals: true, options })
  } catch {
    throw new StartError(`Usage: ${USAGE}`)
  }
}
