import { expect, test } from 'vitest'
import { retryDelayMs } from './retry.ts'

test('retry delays double up to 5 s, and jitter takes at most half of them', () => {
  expect([0, 1, 2, 10, 100].map((attempt) => retryDelayMs(attempt, () => 1))).toEqual([200, 400, 800, 5000, 5000])
  expect(retryDelayMs(10, () => 0)).toBe(2500)
})
