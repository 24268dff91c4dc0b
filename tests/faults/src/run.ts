import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Processes } from '@zing/dev-env/processes/processes'
import { checkExits } from './checks/exits.ts'
import { checkIsolation } from './checks/isolation.ts'
import { checkRecovery, type Recovery, recoveries } from './checks/recovery.ts'
import { checkResponses, slowestResponse } from './checks/responses.ts'
import { checkStatuses } from './checks/statuses.ts'
import { untilSettled } from './checks/until-settled.ts'
import type { Violation } from './checks/violation.ts'
import { createHistory, recordsOf } from './history.ts'
import { logTo } from './log-file.ts'
import type { FaultKind } from './nemesis/faults.ts'
import { PACES, type PaceName, planFaults } from './nemesis/plan-faults.ts'
import { runFaults } from './nemesis/run-faults.ts'
import { isServer, type Member, type ServerName } from './product/member.ts'
import { startProduct } from './product/product.ts'
import { createRandom } from './random.ts'
import { resetUnderFaults } from './reset/reset-under-faults.ts'
import { startBlocks } from './workloads/blocks.ts'
import type { Run } from './workloads/call.ts'
import { startChats } from './workloads/chats.ts'
import { startDeletions } from './workloads/deletions.ts'
import { startIntruder } from './workloads/intruder.ts'
import { startLateEvents } from './workloads/late-events.ts'
import { startLikes } from './workloads/likes.ts'
import { startMatches } from './workloads/matches.ts'
import { startNotifications } from './workloads/notifications.ts'
import { startPinGuesses } from './workloads/pin.ts'
import { startProfiles } from './workloads/profiles.ts'
import { startReceipts } from './workloads/receipts.ts'
import { startRegistrations } from './workloads/registrations.ts'
import { startSignOuts } from './workloads/sign-outs.ts'
import { startSocketIntruder } from './workloads/socket-intruder.ts'
import type { Workload } from './workloads/workload.ts'

export interface RunOptions {
  processes: Processes
  seed: number
  seconds: number
  scale: string | undefined
  mutant: string | undefined
  pace: PaceName
  /** Whether a reset under faults follows the checks; it takes about 40 s. */
  hasReset: boolean
  /** Folder of the run: data, logs and history. */
  folder: string
  log(line: string): void
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
}

/** Everything equals the model this long after the last fault (INV-7, INV-9). */
const SETTLE_MS = 15_000

/** Starts the product, loads it while faults happen, heals it, and checks every invariant from outside. */
export async function runOnce({
  processes,
  seed,
  seconds,
  scale,
  mutant,
  pace,
  hasReset,
  folder,
  log,
}: RunOptions): Promise<RunResult> {
  const random = createRandom(seed)
  const history = createHistory(path.join(folder, 'history.jsonl'))
  const [ending, closing] = [new AbortController(), new AbortController()]
  const product = await startProduct({
    processes,
    dataDir: path.join(folder, 'data'),
    scale,
    mutant,
    onLine: logTo(path.join(folder, 'product.log')),
    onExit: (name, isUnhealthy) => history.add({ type: 'exit', name, at: history.now(), isUnhealthy }),
  })
  try {
    const run: Run = { url: product.url, history, random, ending: ending.signal, closing: closing.signal }
    // each begins at once: the users that load the product most come last, so that the others register quickly
    const others: Workload[] = [
      await startIntruder(run),
      await startBlocks(run),
      await startReceipts(run),
      await startNotifications(run),
      await startMatches(run),
      await startLikes(run),
      await startProfiles(run),
      await startRegistrations(run),
      await startDeletions(run),
      await startLateEvents({ ...run, natsUrl: natsUrlOf(product.members) }),
      await startSocketIntruder(run),
      await startPinGuesses(run, product.adminPin),
      await startSignOuts(run, { gateways: product.members.filter(({ kind }) => kind === 'gateway').length }),
    ]
    const chats = await startChats(run)
    const workloads = [...others, chats]

    const targets = product.members
      .filter(({ kind }) => kind !== 'balancer')
      .map(({ name, kind, links, disk }) => ({
        name,
        kind,
        isServer: isServer(kind),
        servers: Object.keys(links) as ServerName[], // the keys of a Partial<Record>
        hasSmallDisk: disk !== null,
      }))
    const plan = planFaults(createRandom(seed), targets, seconds, PACES[pace])
    await runFaults(plan, product.members, history, log)
    await pause(2_000) // calls that were interrupted are repeated before the load ends
    ending.abort()
    await Promise.all(workloads.map(({ done }) => done))

    log('Checking ...')
    const settled = await untilSettled(SETTLE_MS, async () => {
      const found = await Promise.all(workloads.map(({ check }) => check()))
      return found.flat()
    })
    closing.abort()
    const ofReset = hasReset ? await resetUnderFaults({ product, seed, folder, log }) : []

    const calls = recordsOf(history.records, 'call')
    return {
      seed,
      scale,
      violations: [
        ...settled,
        ...workloads.flatMap(({ seen }) => seen),
        ...checkStatuses(recordsOf(history.records, 'page')),
        ...checkResponses(history.records),
        ...checkRecovery(history.records),
        ...checkExits(history.records),
        ...checkIsolation(history.records),
        ...ofReset,
      ],
      operations: calls.length,
      faults: recordsOf(history.records, 'fault').length,
      acknowledged: chats.sent.filter(({ outcome }) => outcome === 'ok').length,
      unknown: calls.filter(({ outcome }) => outcome === 'unknown').length,
      slowestMs: slowestResponse(history.records),
      recoveries: recoveries(history.records),
      leftOut: targets.some(({ hasSmallDisk }) => hasSmallDisk) ? [] : ['fill'],
    }
  } finally {
    ending.abort()
    closing.abort()
    await product.stop()
    await history.close()
  }
}

/** Through the link of one of the processes, which a fault may cut. */
function natsUrlOf(members: Member[]): string {
  const port = members.flatMap(({ links }) => links.nats?.port ?? [])[0]
  if (port === undefined) throw new Error('no process has a link to NATS')
  return `nats://127.0.0.1:${port}`
}
