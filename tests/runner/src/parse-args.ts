import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Suite } from './suite.ts'

const HELP = 'npm test [-- suites], npm run test:all [-- suites] [--turn text] [--minutes n]'

export interface Choice {
  suites: Suite[]
  /** No suite begins later than this after the start; null for no limit. */
  budgetMs: number | null
}

interface Suites {
  promises: Suite[]
  sweeps: Suite[]
  tools: Suite[]
}

/**
 * Reads the suites to run and the time limit. A name is a suite, or a folder of suites such as `tools`. Throws an error
 * with one sentence.
 */
export function readChoice(args: string[], { promises, sweeps, tools }: Suites): Choice {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean' }, turn: { type: 'string' }, minutes: { type: 'string' } },
  })
  const everything = [...promises, ...sweeps, ...(values.turn === undefined ? tools : inTurn(tools, values.turn))]
  const minutes = values.minutes === undefined ? null : Number(values.minutes)
  if (Number.isNaN(minutes)) throw new Error(`--minutes takes a number: ${HELP}`)

  const unknown = positionals.filter((name) => !everything.some((suite) => isNamed(suite, name)))
  if (unknown.length > 0) {
    const names = everything.map(({ name }) => name).join(', ')
    throw new Error(`Unknown suite: ${unknown.join(', ')}. Suites: ${names}.`)
  }
  const named = everything.filter((suite) => positionals.some((name) => isNamed(suite, name)))
  const suites = positionals.length > 0 ? named : values.all ? everything : promises
  return { suites, budgetMs: minutes === null ? null : minutes * 60_000 }
}

function isNamed(suite: Suite, name: string): boolean {
  return suite.name === name || suite.name.startsWith(`${name}/`)
}

/** Begins the list at a different place for each text, so that runs that end early leave out different suites. */
function inTurn(suites: Suite[], text: string): Suite[] {
  const first = createHash('sha256').update(text).digest().readUInt32BE() % Math.max(1, suites.length)
  return [...suites.slice(first), ...suites.slice(0, first)]
}
