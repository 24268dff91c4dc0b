import { readFile } from 'node:fs/promises'
import { describeExit, type Exit } from '@zing/local/processes/exit'
import type { Processes } from '@zing/local/processes/processes'
import { StartError } from '@zing/local/start-error'
import { peopleIn } from '../shared/plan.ts'
import { addPeople } from './add-people.ts'
import { gatherFacts } from './facts.ts'
import { createTally } from './failures.ts'
import type { K6 } from './find-k6.ts'
import type { Options } from './options.ts'
import { givenProduct, startProduct } from './product.ts'
import { openLog, type Report } from './report.ts'
import { NOT_ROLLED, rollAll } from './roll.ts'
import { runK6 } from './run-k6.ts'
import { areMet, readSummary } from './summary.ts'

const LOAD_FIRST_MS = 10_000
const ENDED_BY_ITSELF = [0, 99] // 99: a threshold is not met, which the summary says too

export interface Measurement {
  options: Options
  k6: K6
  processes: Processes
  /** For everything that is written on the way. */
  folder: string
  say(line: string): void
}

/** Product, people, load, and what came of it. */
export async function measure({ options, k6, processes, folder, say }: Measurement): Promise<Omit<Report, 'command'>> {
  const { script, plan, url, scale, k6Options } = options
  const product = url ? givenProduct(url) : await startProduct(processes, folder, scale)
  say(`The product runs at ${product.url}; adding ${peopleIn(plan)} people ...`)
  const people = await addPeople(product.url, plan)
  const facts = await gatherFacts(k6, folder, product)
  say(`Running ${script} for about ${plan.seconds} s, with ${k6.from} ...`)

  const tally = createTally()
  const log = openLog(script)
  function sayAndLog(line: string): void {
    log(`time="${new Date().toISOString()}" ${line}`) // as k6 does
    say(line)
  }
  const loadIsOver = new AbortController()
  const { dataDir } = product
  const rolling =
    options.isRolling && dataDir
      ? rollAll({ dataDir, afterMs: LOAD_FIRST_MS, loadIsOver: loadIsOver.signal, say: sayAndLog })
      : NOT_ROLLED
  const cast = { url: product.url, plan, people }
  const { exit, summaryFile } = await runK6({
    ...{ processes, k6, folder, script, cast, k6Options },
    onLine(line) {
      log(line)
      if (!tally.add(line) && isLogLine(line)) say(line)
    },
  })
  loadIsOver.abort()
  const { restarts, trouble } = await rolling
  const summary = readSummary(await readJson(summaryFile, exit))
  const failures = tally.failures()
  const hasEnded = ENDED_BY_ITSELF.includes(exit.code ?? -1)
  const isGood = hasEnded && areMet(summary) && failures.length === 0 && trouble === null
  return { script, isGood, trouble, plan, scale: scale ?? null, facts, ...summary, failures, restarts }
}

/** Not of k6's own summary, in place of which we print ours. */
function isLogLine(line: string): boolean {
  return line.startsWith('time=')
}

async function readJson(file: string, exit: Exit): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new StartError(`k6 wrote no summary: ${describeExit(exit)}.`)
  return JSON.parse(text)
}
