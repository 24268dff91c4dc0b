import { parseArgs } from 'node:util'
import { StartError } from '../start-error.ts'

/** The five kinds of processes of Zing. */
export const KINDS = ['auth', 'social', 'chat', 'admin', 'gateway'] as const
export type Kind = (typeof KINDS)[number]
/** How many processes of each. */
export type Scale = Record<Kind, number>

const MAX = 8
const HOW = '--scale chat=2,gateway=2 (at most 8 each; auth, social, chat, admin, gateway)'

/** What follows `npm start --`. Throws a sentence for anything but `--scale`. */
export function readScale(args: string[]): Scale {
  const scale: Scale = { auth: 1, social: 1, chat: 1, admin: 1, gateway: 1 }
  for (const part of wanted(args).flatMap((text) => text.split(','))) {
    const [, kind = '', count = ''] = /^(\w+)=(\d)$/.exec(part.trim()) ?? []
    if (!isKind(kind) || Number(count) < 1 || Number(count) > MAX) {
      throw new StartError(`"${part}" is no number of processes; it is written so: ${HOW}.`)
    }
    scale[kind] = Number(count)
  }
  return scale
}

function wanted(args: string[]): string[] {
  try {
    return parseArgs({ args, options: { scale: { type: 'string', multiple: true } } }).values.scale ?? []
  } catch {
    throw new StartError(`${args.join(' ')} is not understood; after "npm start --" comes nothing, or ${HOW}.`)
  }
}

function isKind(text: string): text is Kind {
  return (KINDS as readonly string[]).includes(text)
}
