import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describeExit, type Exit } from '@zing/dev-env/processes/exit'
import type { Processes } from '@zing/dev-env/processes/processes'
import { StartError } from '@zing/dev-env/start-error'
import type { Role } from '@zing/proto/accounts/roles'
import type { Fixture, User } from '../shared/fixture.ts'
import { MODERATORS, userCount } from '../shared/plan.ts'
import type { ScriptName } from '../shared/scripts.ts'
import { HOST_LOST } from '../shared/storm.ts'
import { ALWAYS } from '../shared/thresholds.ts'
import { addUsers } from './add-users.ts'
import { requireOneHour, slowdownOf } from './door.ts'
import { createTally } from './failures.ts'
import { grantRoles } from './grant-roles.ts'
import { observeRefusals } from './observe-refusals.ts'
import type { Options } from './options.ts'
import { capacityOf, problemsOf } from './overload.ts'
import { givenProduct, type Product, startProduct } from './product.ts'
import { startPushSink } from './push-sink.ts'
import { openLog, type Report } from './report.ts'
import { NOT_ROLLED, rollAll } from './roll.ts'
import type { K6 } from './run/find-k6.ts'
import { watchMemory } from './run/memory.ts'
import { findProcessorSplit, type ProcessorSplit } from './run/processors.ts'
import { runK6 } from './run/run-k6.ts'
import { gatherRunMetadata } from './run/run-metadata.ts'
import { killHost, type LostHost, stormProblems } from './storm.ts'
import { areMet, onlyOf, readSummary, type Summary } from './summary.ts'

const ROLL_DELAY_MS = 10_000
/** The first users of a script with a role: the moderators, or the keeper of the door. */
const STAFF: Partial<Record<ScriptName, [count: number, role: Role]>> = {
  moderation: [MODERATORS, 'moderator'],
  door: [1, 'admin'],
}
const LAST_LINES = 5 // they say why k6, or the engine of its image, did not start
const COMPLETED = [0, 99] // k6 exits with 99 if a threshold is missed; the summary reports that too

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
  const isOverload = script === 'overload'
  const isAttacked = script === 'door'
  if (isAttacked) requireOneHour(new Date(), plan.seconds)
  const adminPin = options.adminPin ?? String(randomInt(1_000, 10_000))
  const split = isOverload && !url ? findProcessorSplit() : null
  const product = url
    ? givenProduct(url)
    : await startProduct({ processes, folder, scale, adminPin, isAttacked, processors: split?.product })
  log(`The product runs at ${product.url}; adding ${userCount(plan)} users ...`)
  const users = await addUsers(product.url, plan)
  const [count, role] = STAFF[script] ?? [0, 'moderator']
  users.splice(0, count, ...(await grantRoles(product.url, users.slice(0, count), adminPin, role)))
  const metadata = await gatherRunMetadata(k6, folder, product)

  const tally = createTally()
  const writeToFile = openLog(script)
  function logAndWrite(line: string): void {
    writeToFile(`time="${new Date().toISOString()}" ${line}`) // in k6's format
    log(line)
  }
  let host: Promise<LostHost> | null = null
  function onLine(line: string): void {
    writeToFile(line)
    if (line.includes(HOST_LOST) && product.dataDir) host ??= killHost(product.dataDir)
    if (!tally.add(line) && isLogLine(line)) log(line)
  }
  if (script === 'push' && !product.dataDir) throw new StartError('push needs a product of its own: remove ZING_URL.')
  const push = script === 'push' && product.dataDir ? await startPushSink(product.dataDir) : null
  function load(seconds: number, { isWarmUp, capacity }: { isWarmUp: boolean; capacity?: number | undefined }) {
    const common = { url: product.url, plan: { ...plan, seconds }, users, isWarmUp }
    const fixture = { ...common, ...(capacity && { capacity }), ...(push && { push }) }
    return runLoad({ ...measurement, split }, fixture, onLine)
  }

  log(`Running ${script} with ${k6.source}: ${plan.warmUp} s of warm-up, then about ${plan.seconds} s of load ...`)
  const warmUp = plan.warmUp > 0 ? await load(plan.warmUp, { isWarmUp: true }) : null
  const capacity = isOverload && warmUp ? capacityOf(warmUp.summary) : undefined
  if (capacity) log(`The product carries ${Math.round(capacity)} calls per second.`)
  const watch = watchLoad({ measurement, product, users, split, log: logAndWrite })
  const { isComplete, summary } = await load(plan.seconds, { isWarmUp: false, capacity })
  push?.stop()
  const { roll, memory, refusals } = await watch.stop()
  const problems = [
    warmUp && !isIntact(warmUp) ? 'Requests failed or messages were lost during warm-up.' : null,
    roll.error,
    ...(refusals ? problemsOf(summary, memory, refusals) : []),
    isAttacked && plan.solvers === 0 ? slowdownOf(summary) : null,
    ...(script === 'storm' ? stormProblems(summary, await host) : []),
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
    processors: split,
    metadata,
    ...summary,
    failures,
    restarts: roll.restarts,
    capacity: capacity ?? null,
    memory,
    refusals,
  }
}

interface Watched {
  measurement: Measurement
  product: Product
  users: User[]
  split: ProcessorSplit | null
  log(line: string): void
}

/** Starts the tasks beside the load: the restarts of `--roll`, and the observations of `overload` outside of k6. */
function watchLoad({ measurement: { options, processes }, product: { url, dataDir }, users, split, log }: Watched) {
  const isOverload = options.script === 'overload'
  const loadIsOver = new AbortController()
  const [observed] = users
  const observer =
    isOverload && observed
      ? observeRefusals({ processes, url, cookie: observed.cookie, processors: split?.generator })
      : null
  const memoryWatch = isOverload && dataDir ? watchMemory(dataDir) : null
  const rolling =
    options.isRolling && dataDir
      ? rollAll({ dataDir, afterMs: ROLL_DELAY_MS, loadIsOver: loadIsOver.signal, log })
      : NOT_ROLLED
  return {
    async stop() {
      loadIsOver.abort()
      const roll = await rolling
      return { roll, memory: memoryWatch?.stop() ?? [], refusals: (await observer?.stop()) ?? null }
    },
  }
}

interface LoadResult {
  isComplete: boolean
  summary: Summary
}

async function runLoad(
  { options, k6, processes, folder, split }: Measurement & { split: ProcessorSplit | null },
  fixture: Fixture,
  onLine: (line: string) => void,
): Promise<LoadResult> {
  const { script, k6Options } = options
  const processors = split?.generator
  const lastLines: string[] = []
  const { exit, summaryFile } = await runK6({
    ...{ processes, k6, folder, script, fixture, k6Options, processors },
    onLine(line) {
      lastLines.splice(0, lastLines.length - LAST_LINES + 1)
      lastLines.push(line)
      onLine(line)
    },
  })
  return {
    isComplete: COMPLETED.includes(exit.code ?? -1),
    summary: readSummary(await readJson(summaryFile, exit, lastLines)),
  }
}

function isIntact({ isComplete, summary }: LoadResult): boolean {
  return isComplete && areMet(onlyOf(summary, ALWAYS))
}

/** False for lines of k6's own summary, which the report replaces. */
function isLogLine(line: string): boolean {
  return line.startsWith('time=')
}

async function readJson(file: string, exit: Exit, lastLines: string[]): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new StartError([`k6 wrote no summary: ${describeExit(exit)}.`, ...lastLines].join('\n'))
  return JSON.parse(text)
}
