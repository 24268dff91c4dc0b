import { parseArgs } from 'node:util'
import { StartError } from '@zing/dev-env/start-error'

const USAGE =
  'npm run hosts -- [--quick] [--seconds 600] [--seed 7], or: npm run hosts -- planned [--seconds 120] [--from commit]'
/** One fault of each kind, and two hosts killed at once. */
const QUICK_SECONDS = 270

export interface HostsArgs {
  seconds: number
  seed: number
  /** Takes hosts out on purpose instead of failing them. */
  isPlanned: boolean
  /** Commit whose processes the hosts run first and last; null for this version only. */
  from: string | null
}

/** Reads the options of `npm run hosts`. Throws a StartError that names the problem. */
export function readHostsArgs(args: string[]): HostsArgs {
  const { values, positionals } = parse(args)
  const isPlanned = positionals[0] === 'planned'
  const seconds = values.quick ? String(QUICK_SECONDS) : (values.seconds ?? (isPlanned ? '120' : '600'))
  const areNumbers = [seconds, values.seed].every((text) => /^\d{1,6}$/.test(text))
  if (!areNumbers || positionals.length > Number(isPlanned)) throw new StartError(`Usage: ${USAGE}`)
  return { seconds: Number(seconds), seed: Number(values.seed), isPlanned, from: values.from ?? null }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        seconds: { type: 'string' },
        seed: { type: 'string', default: '1' },
        from: { type: 'string' },
      },
    })
  } catch {
    throw new StartError(`Usage: ${USAGE}`)
  }
}
