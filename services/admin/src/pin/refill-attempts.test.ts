import { expect, test } from 'vitest'
import { refillAttempts } from './refill-attempts.ts'

const PERIOD = 1_000
const used = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

function at(ms: number): Date {
  return new Date(1_700_000_000_000 + ms)
}

test('no attempt is refilled early', () => {
  expect(refillAttempts({ used, refillAt: at(1) }, at(0), PERIOD)).toBeNull()
  expect(refillAttempts({ used, refillAt: at(PERIOD) }, at(0), PERIOD)).toBeNull()
})

test.each([
  [0, ['b', 'c'], PERIOD],
  [PERIOD - 1, ['b', 'c'], PERIOD],
  [PERIOD, ['c'], 2 * PERIOD],
  [500 * PERIOD, [], 501 * PERIOD],
])('%i ms after the first refill is due the used attempts are %j', (ms, left, refillAt) => {
  const next = refillAttempts({ used, refillAt: at(0) }, at(ms), PERIOD)
  expect(next).toEqual({ used: left.map((id) => ({ id })), refillAt: at(refillAt) })
})

test('the refill period starts with the first used attempt, not in the idle time before', () => {
  expect(refillAttempts({ used: [], refillAt: at(-900) }, at(0), PERIOD)).toEqual({ used: [], refillAt: at(PERIOD) })
})

test('the wait is one period after a fast clock has been set back', () => {
  const bucket = { used, refillAt: at(500 * PERIOD) }
  expect(refillAttempts(bucket, at(0), PERIOD)).toEqual({ used, refillAt: at(PERIOD) })
})
