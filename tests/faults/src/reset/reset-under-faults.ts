import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_SESSION_RECHECK_MS } from '@zing/proto/limits'
import { checkResponses } from '../checks/responses.ts'
import { untilConsistent } from '../checks/until-consistent.ts'
import type { Violation } from '../checks/violation.ts'
import { createHistory } from '../history.ts'
import { runFaults } from '../nemesis/run-faults.ts'
import type { Product } from '../product/product.ts'
import { createRandom } from '../random.ts'
import type { Run } from '../workloads/call.ts'
import type { TestUser } from '../workloads/test-users.ts'
import { createThinkTime } from '../workloads/think-time.ts'
import { checkNewcomers } from './check-newcomers.ts'
import { checkPinLock } from './check-pin-lock.ts'
import { checkUsernames } from './check-usernames.ts'
import { checkFormerSockets, checkFormerUsers, type FormerUsers, startFormerUsers } from './former-users.ts'
import { type Newcomers, startNewcomers } from './newcomers.ts'
import { planReset, RESET_AT_MS, type ResetPlan } from './plan-reset.ts'
import { readAsNewcomers } from './read-newcomers.ts'
import {
  awaitLateReset,
  type FinishedReset,
  registerAdministrator,
  registerAdministrators,
  requestReset,
} from './request-reset.ts'
import { restart } from './restart.ts'
import { openStoredData, type StoredData, type StoredIds } from './stored-data.ts'
import { unlockPin } from './unlock-pin.ts'

interface Options {
  product: Product
  /** Seed of the run, which chooses the fault. */
  seed: number
  /** Folder of the run, for the history of the reset. */
  folder: string
  log(line: string): void
}

const CONSISTENT_WITHIN_MS = 15_000
/** Newcomers continue for this long after the reset and the fault. */
const AFTER_MS = 2_500
/** Enough time for deleted data to return, and for a recheck of every open socket's session. */
const LATER_MS = SOCKET_SESSION_RECHECK_MS + 1_000

/**
 * Resets the product during a fault while people use it. Checks from outside that all earlier data is gone (INV-12).
 */
export async function resetUnderFaults({ product, seed, folder, log }: Options): Promise<Violation[]> {
  const random = createRandom(seed)
  const history = createHistory(path.join(folder, 'reset.jsonl'))
  const [loading, closing] = [new AbortController(), new AbortController()]
  // operations of this phase end only when their outcome is certain
  const thinkTime = createThinkTime(random)
  const ending = new AbortController().signal
  const run: Run = { url: product.url, history, random, thinkTime, ending, closing: closing.signal }
  const stored = openStoredData(product.mongoUrl)
  const plan = planReset(random, product.members)
  try {
    const violations = await checkPinLock(run, product)
    await unlockPin(product.mongoUrl)

    const ids = await stored.listIds()
    const former = await startFormerUsers(run, loading.signal)
    const newcomers = startNewcomers(run, loading.signal)
    const reset = await resetOnce({ run, product, stored, newcomers, log }, plan)
    violations.push(...reset.violations, ...(await checkStored(stored, reset.epoch, ids)))
    await pause(AFTER_MS)
    loading.abort()
    await Promise.all([former.done, newcomers.done])

    const checked = { run, product, stored, former, newcomers, reset }
    violations.push(...(await checkAfterwards(checked)), ...checkResponses(history.records))
    return violations
  } catch (error) {
    return [{ invariant: 'INV-12', text: `the reset could not be checked: ${error}` }]
  } finally {
    loading.abort()
    closing.abort()
    await stored.close()
    await history.close()
  }
}

interface Checked {
  run: Run
  product: Product
  stored: StoredData
  former: FormerUsers
  newcomers: Newcomers
  reset: FinishedReset
}

async function resetOnce(
  { run, product, stored, newcomers, log }: Omit<Checked, 'former' | 'reset'> & Pick<Options, 'log'>,
  { mode, fault }: ResetPlan,
): Promise<FinishedReset> {
  const isReachable = /^(social|chat)/.test(fault.target)
  const deps = { run, pin: product.adminPin, stored, isReachable, log, newcomers: newcomers.all }
  const administrators = await registerAdministrators(deps, mode)
  log(`Reset (${mode}) while:`)
  const [, requested] = await Promise.all([
    runFaults([fault], product.members, run.history, log),
    pause(RESET_AT_MS).then(() => requestReset(deps, mode, administrators)),
  ])
  const reset = await awaitLateReset(deps, requested)
  log(`        reset ${reset.epoch} took ${((reset.to - reset.from) / 1_000).toFixed(1)} s`)
  return reset
}

/** Checks soon after the reset, some time later, and after a restart of every process. */
async function checkAfterwards(checked: Checked): Promise<Violation[]> {
  const { run, product, stored, former, newcomers, reset } = checked
  const laterAt = performance.now() + LATER_MS
  const viewer = await registerAdministrator({ run, pin: product.adminPin, newcomers: newcomers.all })

  const soon = await untilConsistent(CONSISTENT_WITHIN_MS, () => checkAll(checked, viewer))
  if (soon.length > 0) return soon
  await pause(Math.max(0, laterAt - performance.now()))
  const later = [...(await checkAll(checked, viewer)), ...checkFormerSockets(former)]
  if (later.length > 0) return later

  await restart(
    product.members.filter(({ kind }) => kind !== 'balancer'),
    'SIGTERM',
  )
  const restarted = await untilConsistent(CONSISTENT_WITHIN_MS, async () => [
    ...(await checkAll(checked, viewer)),
    ...(await checkStored(stored, reset.epoch)),
  ])
  return [...restarted, ...(await checkUsernames(run, former.people, newcomers.all))]
}

async function checkAll({ run, former, newcomers, reset }: Checked, viewer: TestUser): Promise<Violation[]> {
  const people = newcomers.all.flatMap(({ person }) => person ?? [])
  try {
    const observed = await readAsNewcomers(run, people, viewer)
    return [
      ...checkNewcomers({ newcomers: newcomers.all, acts: newcomers.acts, reset }, observed, viewer.id),
      ...(await checkFormerUsers(run, former, viewer)),
    ]
  } catch (error) {
    return [{ invariant: 'INV-12', text: `after the reset: ${error}` }]
  }
}

/** The reset deletes all older documents. Documents written late are deleted a minute later, or at the next start. */
async function checkStored(stored: StoredData, epoch: number, among?: StoredIds): Promise<Violation[]> {
  const older = await stored.findOlder(epoch, among)
  return older.map((text) => ({ invariant: 'INV-12', text: `documents from before the reset are left in ${text}` }))
}
