import { expect, test } from 'vitest'
import type { FaultRecord } from '../../history.ts'
import { checkPinAttempts, type PinAttempt } from './pin-attempts.ts'

function attempt(at: number, change: Partial<PinAttempt> = {}): PinAttempt {
  return { from: at, to: at + 10, status: 200, isRightPin: false, isAccepted: false, retryAfter: null, ...change }
}
const locked = (at: number) => attempt(at, { status: 429, retryAfter: '86000' })
const paused: FaultRecord = {
  type: 'fault',
  fault: { kind: 'pause', target: 'embedded-mongo', at: 0, ms: 8_000 },
  from: 1_000,
  to: 9_500,
}
const ten = Array.from({ length: 10 }, (_, index) => attempt(index * 20))

test('ten attempts, followed only by 429 and 503, break nothing', () => {
  const closed = attempt(2_000, { status: 503 })
  expect(checkPinAttempts([...ten, locked(300), closed, locked(10_000)], [paused])).toEqual([])
})

test.each([
  ['an eleventh evaluated attempt', [...ten, attempt(500)]],
  ['an evaluated attempt after the attempts were used up', [attempt(0), locked(20), attempt(40)]],
  ['the right PIN while the attempts are used up', [attempt(0, { isRightPin: true, isAccepted: true })]],
  ['a 429 without Retry-After', [attempt(0, { status: 429 })]],
  ['an attempt that is evaluated while the database is paused', [attempt(2_000)]],
])('INV-10 %s is found', (_what, attempts) => {
  expect(checkPinAttempts(attempts, [paused])).toMatchObject([{ invariant: 'INV-10' }])
})

test('when an attempt ends after the pause of the database, it may be evaluated', () => {
  expect(checkPinAttempts([attempt(8_995), attempt(1_200)], [paused])).toEqual([])
})
