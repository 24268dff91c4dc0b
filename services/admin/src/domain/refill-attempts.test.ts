import { expect, test } from 'vitest'
import { refillAttempts } from './refill-attempts.ts'

const PERIOD = 1_000
const burnt = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

function at(ms: number): Date {
  return new Date(1_700_000_000_000 + ms)
}

test('nothing comes back before its time', () => {
  expect(refillAttempts({ burnt, refillAt: at(1) }, at(0), PERIOD)).toBeNull()
  expect(refillAttempts({ burnt, refillAt: at(PERIOD) }, at(0), PERIOD)).toBeNull()
})

test.each([
  [0, ['b', 'c'], PERIOD],
  [PERIOD - 1, ['b', 'c'], PERIOD],
  [PERIOD, ['c'], 2 * PERIOD],
  [500 * PERIOD, [], 501 * PERIOD],
])('%i ms after its time what is left is %j', (ms, left, refillAt) => {
  const next = refillAttempts({ burnt, refillAt: at(0) }, at(ms), PERIOD)
  expect(next).toEqual({ burnt: left.map((id) => ({ id })), refillAt: at(refillAt) })
})

test('the wait begins with the first attempt that is burnt, not in the idle time before', () => {
  expect(refillAttempts({ burnt: [], refillAt: at(-900) }, at(0), PERIOD)).toEqual({ burnt: [], refillAt: at(PERIOD) })
})

test('after a clock that ran ahead was set back, the wait is one period again', () => {
  expect(refillAttempts({ burnt, refillAt: at(500 * PERIOD) }, at(0), PERIOD)).toEqual({ burnt, refillAt: at(PERIOD) })
})
