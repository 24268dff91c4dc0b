import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '@zing/proto/errors'
import { resetAll, verifyPin } from '@zing/proto/http/staff/admin'
import type { Violation } from '../checks/violation.ts'
import { attempt, type Caller, type Run } from '../workloads/call.ts'
import type { TestUser } from '../workloads/test-users.ts'
import { type Newcomer, registerNewcomer } from './newcomers.ts'
import type { ResetMode } from './plan-reset.ts'
import type { StoredData, StoredReset } from './stored-data.ts'

/** A reset must end within this time, with a fault of a few seconds in the middle. */
const WAIT_MS = 90_000
const DATABASE_AWAY_MS = 20_000
const RETRY_MS = 300
const LATE_MS = 500

export interface FinishedReset {
  /** Start of the request that raised the epoch last. Users registered before it are gone. */
  from: number
  /** End of the reset. Everything confirmed after it stays. */
  to: number
  epoch: number
  violations: Violation[]
}

interface Deps {
  run: Run
  pin: string
  stored: StoredData
  /** True if the fault affects neither admin nor what it needs to start a reset. */
  isReachable: boolean
  log(line: string): void
  /** Collects the users who register in order to reset. */
  newcomers: Newcomer[]
}

/**
 * Registers a user and opens an admin session. A reset in progress may delete both, so another user may have to try.
 */
export async function registerAdministrator(deps: Pick<Deps, 'run' | 'pin' | 'newcomers'>): Promise<TestUser> {
  const end = performance.now() + WAIT_MS
  while (performance.now() < end) {
    const newcomer = await registerNewcomer(deps.run)
    deps.newcomers.push(newcomer)
    if (newcomer.person && (await openAdminSession(deps, newcomer.person))) return newcomer.person
    await pause(RETRY_MS)
  }
  throw new Error('no administrator could enter the PIN')
}

async function openAdminSession({ run, pin }: Pick<Deps, 'run' | 'pin'>, caller: Caller): Promise<boolean> {
  const { body } = await attempt(run, { op: 'enter PIN', key: randomUUID(), caller }, verifyPin, { body: { pin } })
  return body?.success === true
}

export function registerAdministrators(deps: Deps, mode: ResetMode): Promise<TestUser[]> {
  return Promise.all(Array.from({ length: mode === 'twice' ? 2 : 1 }, () => registerAdministrator(deps)))
}

/** Resets the product in the given mode, and waits for the end. `first` have admin sessions already. */
export async function requestReset(deps: Deps, mode: ResetMode, first: TestUser[]): Promise<FinishedReset> {
  const { run, stored } = deps
  const violations: Violation[] = []
  const end = performance.now() + WAIT_MS
  for (let asking = first; performance.now() < end; asking = await registerAdministrators(deps, mode)) {
    const before = await stored.readReset(DATABASE_AWAY_MS)
    const requests = await Promise.all(asking.map((administrator) => requestOnce(deps, administrator)))
    const state = await stored.readReset(DATABASE_AWAY_MS)
    for (const request of requests) deps.log(describe(request, state))
    violations.push(...requests.flatMap((request) => checkResponse(request, deps.isReachable)))
    const from = Math.max(...requests.map((request) => request.from))
    const finished = { from, epoch: state.epoch, violations }
    const isDone = requests.some(({ isSuccess }) => isSuccess)
    if (isDone && state.waitingFor.length === 0)
      return { ...finished, to: Math.max(...requests.map((request) => request.to)) }
    if (isDone && mode !== 'twice')
      violations.push({ invariant: 'INV-12', text: `a reset succeeded before ${state.waitingFor} had confirmed it` })
    if (mode !== 'repeated' && state.epoch > before.epoch) {
      await waitUntilDone(stored, end)
      return { ...finished, to: run.history.now() }
    }
    await pause(RETRY_MS)
  }
  throw new Error('the reset did not succeed')
}

/** A request that the fault delayed may raise the epoch once more after the fault (INV-6). Waits for that reset too. */
export async function awaitLateReset(
  { run, stored }: Pick<Deps, 'run' | 'stored'>,
  reset: FinishedReset,
): Promise<FinishedReset> {
  await pause(LATE_MS)
  const { epoch } = await stored.readReset(DATABASE_AWAY_MS)
  if (epoch === reset.epoch) return reset
  await waitUntilDone(stored, performance.now() + WAIT_MS)
  return { ...reset, epoch, to: run.history.now() }
}

async function waitUntilDone(stored: StoredData, end: number): Promise<void> {
  while (performance.now() < end) {
    const { waitingFor } = await stored.readReset(DATABASE_AWAY_MS)
    if (waitingFor.length === 0) return
    await pause(RETRY_MS)
  }
  throw new Error('the stored reset did not end')
}

interface ResetRequest {
  from: number
  to: number
  status: number
  errorCode: string | undefined
  isSuccess: boolean
}

async function requestOnce({ run, pin }: Deps, caller: Caller): Promise<ResetRequest> {
  const operation = { op: 'reset', key: randomUUID(), caller }
  const { from, to, status, errorCode, body } = await attempt(run, operation, resetAll, { body: { pin } })
  return { from, to, status, errorCode, isSuccess: body?.success === true }
}

function describe({ from, to, status, errorCode }: ResetRequest, { epoch, waitingFor }: StoredReset): string {
  const response = [status, errorCode].filter(Boolean).join(' ')
  const state = waitingFor.length > 0 ? `waits for ${waitingFor.join()}` : 'is over'
  return `${(from / 1_000).toFixed(1).padStart(6)} s  reset: ${response} after ${to - from} ms; ${epoch} ${state}`
}

/** A 401 or 403 means that another reset has ended the administrator's session. */
function checkResponse({ from, status, errorCode, isSuccess }: ResetRequest, isReachable: boolean): Violation[] {
  if (status === 200 && isSuccess) return []
  if (status === 401 || status === 403) return []
  if (status === 503 && errorCode === errors.resetInProgress.code) return []
  if (!isReachable && [0, 503, 504].includes(status)) return []
  return [{ invariant: 'INV-12', text: `the reset at ${from} ms got ${status} ${errorCode ?? ''}` }]
}
