import { parseArgs } from 'node:util'
import { StartError } from '@zing/dev-env/start-error'

export interface Args {
  /** Runs only the steps that CI has time for: build, start, smoke, stop. */
  isQuick: boolean
  /** Steps to run; all if empty. */
  steps: string[]
  /** Keeps the containers running after a failure, so that they can be inspected. */
  isKept: boolean
  /** Starts the product and keeps it running, or removes it, without any test. */
  trial: 'up' | 'down' | null
}

const USAGE = 'npm run containers -- [--quick] [--keep] [step ...], or --up, or --down'

/** Reads the options of `npm run containers`. Throws a StartError that names the problem. */
export function readArgs(args: string[], known: string[]): Args {
  const { values, positionals } = parse(args)
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown) throw new StartError(`There is no step ${unknown}: ${known.join(', ')}`)
  if (values.up && values.down) throw new StartError(`Usage: ${USAGE}`)
  const trial = values.up ? 'up' : values.down ? 'down' : null
  return { isQuick: values.quick, isKept: values.keep, steps: positionals, trial }
}

function parse(args: string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const
    const options = { quick: flag, keep: flag, up: flag, down: flag }
    return parseArgs({ args, allowPositionals: true, options })
  } catch {
    throw new StartError(`Usage: ${USAGE}`)
  }
}
