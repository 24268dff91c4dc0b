import { parseArgs } from 'node:util'
import { PROCESS_NAMES, PROCESSES, type ProcessName } from '@zing/proto/processes'
import { StartError } from '../start-error.ts'

export type Kind = ProcessName
export type Scale = Record<Kind, number>

const MAX_PROCESSES = 8
const USAGE = `--scale chat=2,gateway=2 (at most ${MAX_PROCESSES} each; ${PROCESS_NAMES.join(', ')})`
const OPTIONAL = PROCESS_NAMES.filter((kind) => PROCESSES[kind].isOptional)
const FLAGS = OPTIONAL.map((kind) => `--${kind}`)

/**
 * Reads the arguments of `npm start --`: `--scale`, and a flag for each optional process. Throws a StartError for any other.
 */
export function readScale(args: string[]): Scale {
  const { scale: parts = [], ...wanted } = parse(args)
  const countOf = (kind: Kind) => (OPTIONAL.includes(kind) && !wanted[kind] ? 0 : 1)
  const scale = Object.fromEntries(PROCESS_NAMES.map((kind) => [kind, countOf(kind)])) as Scale // each of them
  for (const part of parts.flatMap((text) => text.split(','))) {
    const [, kind = '', count = ''] = /^(\w+)=(\d)$/.exec(part.trim()) ?? []
    if (!isKind(kind) || Number(count) < 1 || Number(count) > MAX_PROCESSES) {
      throw new StartError(`"${part}" is not a number of processes; write it like ${USAGE}.`)
    }
    scale[kind] = Number(count)
  }
  return scale
}

interface Arguments {
  scale?: string[]
  /** True for each optional process that shall run. */
  [kind: string]: unknown
}

function parse(args: string[]): Arguments {
  const flags = Object.fromEntries(OPTIONAL.map((kind) => [kind, { type: 'boolean' as const }]))
  try {
    return parseArgs({ args, options: { ...flags, scale: { type: 'string', multiple: true } } }).values as Arguments
  } catch {
    throw new StartError(
      `${args.join(' ')} is not an option. After "npm start --" only ${FLAGS.join(', ')} and ${USAGE} are allowed.`,
    )
  }
}

function isKind(text: string): text is Kind {
  return (PROCESS_NAMES as readonly string[]).includes(text)
}
