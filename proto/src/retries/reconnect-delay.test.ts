import { expect, test } from 'vitest'
import { reconnectDelayMs } from './reconnect-delay.ts'

test('reconnect delays grow by half up to 10 s for ten attempts, then stay at 30 s (9.reconnect.delay)', () => {
  const none = () => 0
  expect([0, 1, 2, 5, 6, 9, 10, 99].map((attempt) => reconnectDelayMs(attempt, none))).toEqual([
    1_000, 1_500, 2_250, 7_594, 10_000, 10_000, 30_000, 30_000,
  ])
  expect(reconnectDelayMs(0, () => 1)).toBe(1_300)
})
