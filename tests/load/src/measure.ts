import { readFile } from 'node:fs/promises'
import { describeExit, type Exit } from '@zing/dev-env/processes/exit'
import type { Processes } from '@zing/dev-env/processes/processes'
import { StartError } from '@zing/dev-env/start-error'
import type { Fixture } from '../shared/fixture.ts'
import { peopleIn } from '../shared/plan.ts'
import { ALWAYS } from '../shared/thresholds.ts'
import { addUsers } from './add-users.ts'
import { createTally } from './failures.ts'
import type { K6 } from './find-k6.ts'
import type { Options } from './options.ts'
import { givenProduct, startProduct } from './product.ts'
import { openLog, type Report } from './report.ts'
import { NOT_ROLLED, rollAll } from './roll.ts'
import { runK6 } from './run-k6.ts'
import { gatherRunMetadata } from './run-metadata.ts'
import { areMet, onlyOf, readSummary, type Summary } from './summary.ts'

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

/** Product, people, warm-up, load, and what came of it. */
export async function measure(measurement: Measurement): Promise<Omit<Report, 'command'>> {
  const { options, k6, processes, folder, say } = measurement
  const { script, plan, url, scale } = options
  const product = url ? givenProduct(url) : await startProduct(processes, folder, scale)
  say(`The product runs at ${product.url}; adding ${peopleIn(plan)} people ...`)
  const people = await addUsers(product.url, plan)
  const metadata = await gatherRunMetadata(k6, folder, product)

  const tally = createTally()
  const log = openLog(script)
  function sayAndLog(line: string): void {
    log(`time="${new Date().toISOString()}" ${line}`) // as k6 does
    say(line)
  }
  function onLine(line: string): void {
    log(line)
    if (!tally.add(line) && isLogLine(line)) say(line)
  }
  function load(seconds: number): Promise<Loaded> {
    return runLoad(measurement, { url: product.url, plan: { ...plan, seconds }, people }, onLine)
  }

  say(`Running ${script}, with ${k6.from}: ${plan.warmUp} s to warm up, and about ${plan.seconds} s that count ...`)
  const warmUp = plan.warmUp > 0 ? await load(plan.warmUp) : null
  const loadIsOver = new AbortController()
  const { dataDir } = product
  const rolling =
    options.isRolling && dataDir
      ? rollAll({ dataDir, afterMs: LOAD_FIRST_MS, loadIsOver: loadIsOver.signal, say: sayAndLog })
      : NOT_ROLLED
  const { hasEnded, summary } = await load(plan.seconds)
  loadIsOver.abort()
  const roll = await rolling
  const troubles = [warmUp && !isIntact(warmUp) ? 'In the warm-up something failed or was lost.' : null, roll.trouble]
  const trouble = troubles.filter((one) => one !== null).join(' ') || null
  const failures = tally.failures()
  const isGood = hasEnded && areMet(summary) && failures.length === 0 && trouble === null
  return {
    script,
    isGood,
    trouble,
    plan,
    scale: scale ?? null,
    metadata,
    ...summary,
    failures,
    restarts: roll.restarts,
  }
}

interface Loaded {
  hasEnded: boolean
  summary: Summary
}

async function runLoad(
  { options, k6, processes, folder }: Measurement,
  fixture: Fixture,
  onLine: (line: string) => void,
): Promise<Loaded> {
  const { script, k6Options } = options
  const { exit, summaryFile } = await runK6({ processes, k6, folder, script, fixture, k6Options, onLine })
  return {
    hasEnded: ENDED_BY_ITSELF.includes(exit.code ?? -1),
    summary: readSummary(await readJson(summaryFile, exit)),
  }
}

/** Durations do not count, losses do. */
function isIntact({ hasEnded, summary }: Loaded): boolean {
  return hasEnded && areMet(onlyOf(summary, ALWAYS))
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
