import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Processes } from '@zing/dev-env/processes/processes'
import { checkIsolation } from './checks/accounts/isolation.ts'
import { checkExits } from './checks/exits.ts'
import { type InFlight, pushesInFlight } from './checks/messages/pushes-in-flight.ts'
import { busyCallsIn } from './checks/overload-refusals.ts'
import { checkRecovery, type Recovery, recoveries } from './checks/recovery.ts'
import { checkResponses, slowestResponse } from './checks/responses.ts'
import { checkStatuses } from './checks/statuses.ts'
import { searchTraces } from './checks/traces.ts'
import { untilConsistent } from './checks/until-consistent.ts'
import type { Violation } from './checks/violation.ts'
import { createHistory, type History, type HistoryRecord, recordsOf } from './history.ts'
import { logTo } from './log-file.ts'
import type { FaultKind } from './nemesis/fault.ts'
import { FOCUSES, type FocusName, PACES, type PaceName, planFaults } from './nemesis/plan-faults.ts'
import { runFaults } from './nemesis/run-faults.ts'
import { isServer, type MemberOptions } from './product/member.ts'
import { type Product, startProduct } from './product/product.ts'
import { startPushHostMember } from './product/push-host.ts'
import { createRandom } from './random.ts'
import { resetUnderFaults } from './reset/reset-under-faults.ts'
import type { Run } from './workloads/call.ts'
import { startWorkloads } from './workloads/start-workloads.ts'
import { adaptThinkTime, createThinkTime, meanThinkFactor } from './workloads/think-time.ts'
import { checkWorkload } from './workloads/workload.ts'

export interface RunOptions {
  processes: Processes
  seed: number
  seconds: number
  scale: string | undefined
  mutant: string | undefined
  pace: PaceName
  /** Selected workloads, and the faults that hit them; null for all. */
  focus: FocusName | null
  /** Bytes of users are in a bucket instead of MongoDB. */
  hasBucket?: boolean
  /** Whether a reset under faults follows the checks; it takes about 40 s. */
  hasReset: boolean
  /** Runs the product on three hosts, with faults of hosts, instead of this machine. */
  hosts?: HostsRun
  /** Folder of the run: data, logs and history. */
  folder: string
  log(line: string): void
}

export interface HostsRun<P extends Product = Product> {
  start(options: MemberOptions & { dataDir: string }): Promise<P>
  /** Applies the faults of the run, or whatever else happens to its hosts. */
  disturb(product: P, context: { history: History; log(line: string): void }): Promise<void>
  check(records: HistoryRecord[]): Violation[]
}

export interface RunResult {
  seed: number
  scale: string | undefined
  violations: Violation[]
  operations: number
  faults: number
  acknowledged: number
  unknown: number
  slowestMs: number
  recoveries: Recovery[]
  /** Kinds of fault that this machine does not allow. */
  leftOut: FaultKind[]
  /** Web pushes in flight at each kind of fault. */
  inFlight: InFlight[]
  /** Requests that a fault cut off while the push host was handling them. */
  interrupted: number
}

/** Everything equals the model this long after the last fault (INV-7, INV-9). */
const CONSISTENT_WITHIN_MS = 15_000
/**
 * After this long no deleted user is named anywhere (INV-13). Auth repeats an erasure a minute after a fault, or after
 * its start.
 */
const ERASED_WITHIN_MS = 90_000

/** Starts the product, loads it during faults, heals it, and checks every invariant from outside. */
export async function runOnce({
  processes,
  seed,
  seconds,
  scale,
  mutant,
  pace,
  focus,
  hasBucket = false,
  hasReset,
  hosts,
  folder,
  log,
}: RunOptions): Promise<RunResult> {
  const random = createRandom(seed)
  const thinkTime = createThinkTime(random)
  const history = createHistory(path.join(folder, 'history.jsonl'))
  const [ending, closing] = [new AbortController(), new AbortController()]
  const options = {
    processes,
    dataDir: path.join(folder, 'data'),
    onLine: logTo(path.join(folder, 'product.log')),
    onExit: (name: string, isUnhealthy: boolean) => history.add({ type: 'exit', name, at: history.now(), isUnhealthy }),
  }
  const product = await (hosts ? hosts.start(options) : startProduct({ ...options, scale, mutant, hasBucket }))
  const pushHost = await startPushHostMember()
  const members = [...product.members, pushHost.member]
  try {
    const run: Run = {
      ...{ url: product.url, history, random, thinkTime, ending: ending.signal, closing: closing.signal },
      isSpread: product.gateways > 1 && !hosts, // HAProxy spreads the calls of a connection
    }
    const workloads = await startWorkloads(run, {
      product,
      pushHost: pushHost.host,
      focus,
      isLight: hosts !== undefined,
    })

    const targets = members
      .filter(({ kind }) => kind !== 'balancer')
      .map(({ name, kind, links, disk }) => ({
        name,
        kind,
        isServer: isServer(kind),
        servers: Object.keys(links),
        hasSmallDisk: disk !== null,
      }))
    const plan = planFaults(createRandom(seed), targets, { seconds, pace: PACES[pace], focus: focus && FOCUSES[focus] })
    adaptThinkTime(thinkTime, history, hosts ? closing.signal : ending.signal) // also while the checks read
    await (hosts ? hosts.disturb(product, { history, log }) : runFaults(plan, members, history, log))
    await pause(2_000) // interrupted calls are repeated before the load ends
    ending.abort()
    await Promise.all(workloads.all.map(({ done }) => done))

    log(`Think time: x${meanThinkFactor(history.records).toFixed(1)}`)
    log('Checking ...')
    const inconsistent = await untilConsistent(CONSISTENT_WITHIN_MS, async () => {
      const found = await Promise.all(workloads.all.map(checkWorkload))
      return found.flat()
    })
    const isFound = mutant !== undefined && inconsistent.length > 0 // further violations by a mutant do not matter
    const departures = isFound ? [] : (workloads.deletions?.departures ?? [])
    log(`Searching the databases for ${departures.length} deleted users ...`)
    const traces = await untilConsistent(ERASED_WITHIN_MS, () => searchTraces(product.mongoUrl, departures))
    closing.abort()
    const ofReset = hasReset ? await resetUnderFaults({ product, seed, folder, log }) : []

    const calls = recordsOf(history.records, 'call')
    const isBusy = busyCallsIn(history.records)
    const judged = hosts ? history.records.filter((record) => !isBusy(record)) : history.records
    return {
      seed,
      scale,
      violations: [
        ...inconsistent,
        ...traces,
        ...workloads.all.flatMap(({ seen }) => seen),
        ...checkStatuses(recordsOf(history.records, 'page')),
        ...checkResponses(judged),
        ...checkRecovery(judged),
        ...checkExits(history.records),
        ...checkIsolation(history.records),
        ...(hosts?.check(history.records) ?? []),
        ...ofReset,
      ],
      operations: calls.length,
      faults: recordsOf(history.records, 'fault').length,
      acknowledged: workloads.sending.flatMap(({ sent }) => sent).filter(({ outcome }) => outcome === 'ok').length,
      unknown: calls.filter(({ outcome }) => outcome === 'unknown').length,
      slowestMs: slowestResponse(history.records),
      recoveries: recoveries(history.records),
      leftOut: targets.some(({ hasSmallDisk }) => hasSmallDisk) ? [] : ['fill'],
      inFlight: pushesInFlight(history.records, workloads.webPushes?.pushed() ?? []),
      interrupted: pushHost.host.interruptedAt.length,
    }
  } finally {
    ending.abort()
    closing.abort()
    await product.stop()
    await pushHost.stop()
    await history.close()
  }
}
