import { readFile } from 'node:fs/promises'
import { describeExit, type Exit } from '@zing/dev-env/processes/exit'
import type { Processes } from '@zing/dev-env/processes/processes'
import { StartError } from '@zing/dev-env/start-error'
import type { Fixture } from '../shared/fixture.ts'
import { userCount } from '../shared/plan.ts'
import { ALWAYS } from '../shared/thresholds.ts'
import { addUsers } from './add-users.ts'
import { createTally } from './failures.ts'
import type { K6 } from './find-k6.ts'
import { watchMemory } from './memory.ts'
import { observeRefusals } from './observe-refusals.ts'
import type { Options } from './options.ts'
import { capacityOf, problemsOf } from './overload.ts'
import { givenProduct, startProduct } from './product.ts'
import { openLog, type Report } from './report.ts'
import { NOT_ROLLED, rollAll } from './roll.ts'
import { runK6 } from './run-k6.ts'
import { gatherRunMetadata } from './run-metadata.ts'
import { areMet, onlyOf, readSummary, type Summary } from './summary.ts'

const ROLL_DELAY_MS = 10_000
const COMPLETED = [0, 99] // 99: a threshold is missed, as the summary reports, too

export interface Measurement {
  options: Options
  k6: K6
  processes: Processes
  folder: string
  log(line: string): void
}

export async function measure(measurement: Measurement): Promise<Omit<Report, 'command'>> {
  const { options, k6, processes, folder, log } = measurement
  const { script, plan, url, scale } = options
  const product = url ? givenProduct(url) : await startProduct(processes, folder, scale)
  log(`The product runs at ${product.url}; adding ${userCount(plan)} users ...`)
  const users = await addUsers(product.url, plan)
  const metadata = await gatherRunMetadata(k6, folder, product)

  const tally = createTally()
  const writeToFile = openLog(script)
  function logAndWrite(line: string): void {
    writeToFile(`time="${new Date().toISOString()}" ${line}`) // in the format of k6
    log(line)
  }
  function onLine(line: string): void {
    writeToFile(line)
    if (!tally.add(line) && isLogLine(line)) log(line)
  }
  function load(seconds: number, capacity?: number): Promise<LoadResult> {
    const fixture = { url: product.url, plan: { ...plan, seconds }, users, ...(capacity && { capacity }) }
    return runLoad(measurement, fixture, onLine)
  }

  log(`Running ${script} with ${k6.source}: ${plan.warmUp} s of warm-up, then about ${plan.seconds} s of load ...`)
  const warmUp = plan.warmUp > 0 ? await load(plan.warmUp) : null
  const isOverload = script === 'overload'
  const capacity = isOverload && warmUp ? capacityOf(warmUp.summary) : undefined
  if (capacity) log(`The product carries ${Math.round(capacity)} calls per second.`)
  const loadIsOver = new AbortController()
  const { dataDir } = product
  const [observed] = users
  const observer = isOverload && observed ? observeRefusals(processes, product.url, observed.cookie) : null
  const memoryWatch = isOverload && dataDir ? watchMemory(dataDir) : null
  const rolling =
    options.isRolling && dataDir
      ? rollAll({ dataDir, afterMs: ROLL_DELAY_MS, loadIsOver: loadIsOver.signal, log: logAndWrite })
      : NOT_ROLLED
  const { isComplete, summary } = await load(plan.seconds, capacity)
  loadIsOver.abort()
  const roll = await rolling
  const memory = memoryWatch?.stop() ?? []
  const refusals = (await observer?.stop()) ?? null
  const problems = [
    warmUp && !isIntact(warmUp) ? 'Requests failed or messages were lost during warm-up.' : null,
    roll.error,
    ...(refusals ? problemsOf(summary, memory, refusals) : []),
  ]
  const error = problems.filter((problem) => problem !== null).join(' ') || null
  const failures = tally.failures()
  const isGood = isComplete && areMet(summary) && failures.length === 0 && error === null
  return {
    script,
    isGood,
    error,
    plan,
    scale: scale ?? null,
    metadata,
    ...summary,
    failures,
    restarts: roll.restarts,
    capacity: capacity ?? null,
    memory,
    refusals,
  }
}

interface LoadResult {
  isComplete: boolean
  summary: Summary
}

async function runLoad(
  { options, k6, processes, folder }: Measurement,
  fixture: Fixture,
  onLine: (line: string) => void,
): Promise<LoadResult> {
  const { script, k6Options } = options
  const { exit, summaryFile } = await runK6({ processes, k6, folder, script, fixture, k6Options, onLine })
  return {
    isComplete: COMPLETED.includes(exit.code ?? -1),
    summary: readSummary(await readJson(summaryFile, exit)),
  }
}

function isIntact({ isComplete, summary }: LoadResult): boolean {
  return isComplete && areMet(onlyOf(summary, ALWAYS))
}

/** False for the lines of k6's own summary, which the report replaces. */
function isLogLine(line: string): boolean {
  return line.startsWith('time=')
}

async function readJson(file: string, exit: Exit): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new StartError(`k6 wrote no summary: ${describeExit(exit)}.`)
  return JSON.parse(text)
}
