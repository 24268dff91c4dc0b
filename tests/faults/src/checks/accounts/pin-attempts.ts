import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import type { FaultRecord } from '../../history.ts'
import type { Violation } from '../violation.ts'

/** An attempt at the PIN by a user who does not know it, or while all attempts are used up. */
export interface PinAttempt {
  from: number
  to: number
  status: number
  isRightPin: boolean
  /** The `success` of a 200. */
  isAccepted: boolean
  retryAfter: string | null
}

/** `mongod` or `embedded-mongo`. */
const DATABASE = /mongo/
/** A killed or paused process may still finish its current work. */
const TOLERANCE_MS = 500

/**
 * All users share one limit of PIN attempts, which crashes do not reset. Without the database no PIN is compared
 * (SEC-40, SEC-45).
 */
export function checkPinAttempts(attempts: PinAttempt[], faults: FaultRecord[]): Violation[] {
  const evaluated = attempts.filter(({ status }) => status === 200)
  const lockedAt = Math.min(...attempts.filter(({ status }) => status === 429).map(({ to }) => to))
  const withoutDatabase = faults.filter(
    ({ fault }) => DATABASE.test(fault.target) && (fault.kind === 'kill' || fault.kind === 'pause'),
  )
  const texts = [
    ...(evaluated.length > ADMIN_PIN_ATTEMPTS
      ? [`${evaluated.length} PIN attempts were evaluated instead of ${ADMIN_PIN_ATTEMPTS}`]
      : []),
    ...evaluated
      .filter(({ from }) => from > lockedAt)
      .map(({ from }) => `a PIN was evaluated at ${from} ms, after the attempts were used up at ${lockedAt} ms`),
    ...attempts
      .filter(({ isAccepted }) => isAccepted)
      .map(({ from, isRightPin }) => `a ${isRightPin ? 'right' : 'wrong'} PIN was accepted at ${from} ms`),
    ...attempts
      .filter(({ status, retryAfter }) => status === 429 && !(Number(retryAfter) >= 1))
      .map(({ from }) => `the 429 of ${from} ms names no time to wait`),
    ...evaluated
      .filter(({ from, to }) =>
        withoutDatabase.some(
          // a killed database is back before the fault ends: a fault waits until all its processes are ready
          ({ fault, from: begin }) => begin + TOLERANCE_MS < from && to < begin + fault.ms,
        ),
      )
      .map(({ from }) => `a PIN was evaluated at ${from} ms without the database`),
  ]
  return texts.map((text) => ({ invariant: 'INV-10', text }))
}
