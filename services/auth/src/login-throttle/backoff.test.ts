import { expect, test } from 'vitest'
import { FAILURES_TTL_MS, remainingMs, waitMs, withFailure } from './backoff.ts'

test.each([
  [0, 0],
  [4, 0],
  [5, 1_000],
  [6, 2_000],
  [9, 16_000],
  [14, 512_000],
  [15, 900_000],
  [2_000, 900_000],
])('SEC-48 after %i failures the backoff is %i ms', (count, ms) => {
  expect(waitMs(count)).toBe(ms)
})

test('the backoff ends with time', () => {
  expect(remainingMs({ count: 6, lastAt: 1_000 }, 1_500)).toBe(1_500)
  expect(remainingMs({ count: 6, lastAt: 1_000 }, 3_000)).toBe(0)
  expect(remainingMs(null, 3_000)).toBe(0)
})

test('SEC-48 when another process has a clock that is ahead, no wait is longer than the backoff', () => {
  expect(remainingMs({ count: 1, lastAt: 60_000 }, 0)).toBe(0)
  expect(remainingMs({ count: 6, lastAt: 60_000 }, 0)).toBe(2_000)
})

test('failures add up until they expire', () => {
  expect(withFailure(null, 7, 1)).toEqual({ count: 1, lastAt: 7 })
  expect(withFailure({ count: 4, lastAt: 7 }, 8, 2)).toEqual({ count: 6, lastAt: 8 })
  expect(withFailure({ count: 14, lastAt: 0 }, FAILURES_TTL_MS - 1, 1).count).toBe(15)
  expect(withFailure({ count: 14, lastAt: 0 }, FAILURES_TTL_MS, 1).count).toBe(1)
})
