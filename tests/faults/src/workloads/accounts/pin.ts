import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { verifyPin } from '@zing/proto/http/staff/admin'
import { ADMIN_PIN_LENGTH } from '@zing/proto/limits'
import { checkPinAttempts, type PinAttempt } from '../../checks/accounts/pin-attempts.ts'
import { recordsOf } from '../../history.ts'
import { attempt, type Caller, type Run } from '../call.ts'
import { register } from '../test-users.ts'
import { newNames, type Workload } from '../workload.ts'

const GUESSERS = 2
const EVERY_MS = [300, 1_200] as const
/** One round in this many sends several guesses at once (SEC-43). */
const AT_ONCE_ONE_IN = 5
const AT_ONCE = 4

/** Guesses the admin PIN throughout the run. When no attempt is left, tries the right PIN too (SEC-40, SEC-45). */
export async function startPinGuesses(run: Run, rightPin: string): Promise<Workload> {
  const guessers = await Promise.all(newNames('pin', GUESSERS).map((name) => register(run, name)))
  const attempts: PinAttempt[] = []

  async function loop(): Promise<void> {
    while (!run.ending.aborted) {
      await pause(run.thinkTime.next(EVERY_MS))
      const isLocked = attempts.some(({ status }) => status === 429)
      const pin = isLocked && run.random.next() < 0.5 ? rightPin : wrongPin(run, rightPin)
      const isRightPin = pin === rightPin
      const count = run.random.integer(1, AT_ONCE_ONE_IN) === 1 ? AT_ONCE : 1
      const guesses = Array.from({ length: count }, () => tryPin(run, run.random.pick(guessers), pin))
      attempts.push(...(await Promise.all(guesses)).map((result) => ({ ...result, isRightPin })))
    }
  }
  return {
    done: loop(),
    get seen() {
      return checkPinAttempts(attempts, recordsOf(run.history.records, 'fault'))
    },
    check: async () => [],
  }
}

/** Sends one PIN; a 429 is a certain response. */
export async function tryPin(
  run: Pick<Run, 'url' | 'history'>,
  caller: Caller,
  pin: string,
): Promise<Omit<PinAttempt, 'isRightPin'>> {
  const operation = { op: 'PIN', key: randomUUID(), caller, rejectedBy: [429] }
  const { from, to, status, body, headers } = await attempt(run, operation, verifyPin, { body: { pin } })
  return { from, to, status, isAccepted: body?.success === true, retryAfter: headers?.get('retry-after') ?? null }
}

export function wrongPin({ random }: Pick<Run, 'random'>, rightPin: string): string {
  const guess = String(random.integer(0, 10 ** ADMIN_PIN_LENGTH - 1)).padStart(ADMIN_PIN_LENGTH, '0')
  return guess === rightPin ? wrongPin({ random }, rightPin) : guess
}
