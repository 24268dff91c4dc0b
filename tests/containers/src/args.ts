import { parseArgs } from 'node:util'
import { StartError } from '@zing/dev-env/start-error'

export interface Args {
  /** Only what CI has time for: two images, start, smoke, stop. */
  isQuick: boolean
  /** Steps to run; all if empty. */
  steps: string[]
  /** Leaves the containers running after a failure, to look at them. */
  isKept: boolean
  /** Starts the product and leaves it running, or removes it, instead of testing anything. */
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
