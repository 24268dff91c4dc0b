import { expect, test } from 'vitest'
import { retryDelayMs } from './retry.ts'

test('waits double up to 5 s and are at least half of that', () => {
  expect([0, 1, 2, 10, 100].map((attempt) => retryDelayMs(attempt, () => 1))).toEqual([200, 400, 800, 5000, 5000])
  expect(retryDelayMs(10, () => 0)).toBe(2500)
})
