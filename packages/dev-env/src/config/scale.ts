import { parseArgs } from 'node:util'
import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import { StartError } from '../start-error.ts'

export type Kind = ProcessName
export type Scale = Record<Kind, number>

const MAX_PROCESSES = 8
const USAGE = `--scale chat=2,gateway=2 (at most ${MAX_PROCESSES} each; ${PROCESS_NAMES.join(', ')})`

/** Reads the arguments of `npm start --`. Throws a StartError for anything but `--scale`. */
export function readScale(args: string[]): Scale {
  const scale = Object.fromEntries(PROCESS_NAMES.map((kind) => [kind, 1])) as Scale // each of them
  for (const part of scaleArguments(args).flatMap((text) => text.split(','))) {
    const [, kind = '', count = ''] = /^(\w+)=(\d)$/.exec(part.trim()) ?? []
    if (!isKind(kind) || Number(count) < 1 || Number(count) > MAX_PROCESSES) {
      throw new StartError(`"${part}" is not a number of processes; write it like ${USAGE}.`)
    }
    scale[kind] = Number(count)
  }
  return scale
}

function scaleArguments(args: string[]): string[] {
  try {
    return parseArgs({ args, options: { scale: { type: 'string', multiple: true } } }).values.scale ?? []
  } catch {
    throw new StartError(`${args.join(' ')} is not an option. After "npm start --" only ${USAGE} is allowed.`)
  }
}

function isKind(text: string): text is Kind {
  return (PROCESS_NAMES as readonly string[]).includes(text)
}
