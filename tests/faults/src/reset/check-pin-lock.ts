import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import { checkPinAttempts, type PinAttempt } from '../checks/accounts/pin-attempts.ts'
import type { Violation } from '../checks/violation.ts'
import type { Product } from '../product/product.ts'
import { tryPin, wrongPin } from '../workloads/accounts/pin.ts'
import type { Run } from '../workloads/call.ts'
import { register } from '../workloads/test-users.ts'
import { newNames } from '../workloads/workload.ts'
import { restart } from './restart.ts'

const CRASHING = ['admin', 'redis', 'mongodb']

/** Uses up the PIN attempts, kills admin, Redis and the database, and expects the lock to remain (SEC-45). */
export async function checkPinLock(run: Run, { members, adminPin }: Product): Promise<Violation[]> {
  const [name = ''] = newNames('pinlock', 1)
  const guesser = await register(run, name)
  const attempts: PinAttempt[] = []
  const tryOnce = async (pin: string) => {
    attempts.push({ ...(await tryPin(run, guesser, pin)), isRightPin: pin === adminPin })
  }

  for (let count = 0; count <= ADMIN_PIN_ATTEMPTS && attempts.at(-1)?.status !== 429; count++) {
    await tryOnce(wrongPin(run, adminPin))
  }
  const isLocked = attempts.at(-1)?.status === 429
  await restart(
    members.filter(({ kind }) => CRASHING.includes(kind)),
    'SIGKILL',
  )
  await tryOnce(adminPin)
  await tryOnce(wrongPin(run, adminPin))
  const violations = checkPinAttempts(attempts, [])
  if (isLocked) return violations
  return [
    ...violations,
    { invariant: 'INV-10', text: `no PIN attempt was refused: ${attempts.map(({ status }) => status)}` },
  ]
}
