import { expect, test } from 'vitest'
import { RECONNECT_TOLD_MAX_MS } from '../limits.ts'
import { reconnectDelayMs, toldDelayMs } from './reconnect-delay.ts'

test('reconnect delays grow by half up to 10 s for ten attempts, then stay at 30 s (9.reconnect.delay)', () => {
  const random = () => 0
  expect([0, 1, 2, 5, 6, 9, 10, 99].map((attempt) => reconnectDelayMs(attempt, { random }))).toEqual([
    1_000, 1_500, 2_250, 7_594, 10_000, 10_000, 30_000, 30_000,
  ])
  expect(reconnectDelayMs(0, { random: () => 1 })).toBe(1_300)
})

test('a window of the server spreads reconnects evenly, and a small one changes nothing', () => {
  const at = (windowMs: number, share: number) => reconnectDelayMs(0, { windowMs, random: () => share })
  expect([at(15_000, 0), at(15_000, 0.5), at(15_000, 1)]).toEqual([1_000, 8_500, 16_000])
  expect(at(200, 1)).toBe(1_300)
})

test('the reason of a close may be a delay, which has a bound', () => {
  expect(['0', '8432', '999999'].map(toldDelayMs)).toEqual([0, 8_432, RECONNECT_TOLD_MAX_MS])
  expect(['', 'soon', '-1', '1e9', '1.5', '99999999'].map(toldDelayMs)).toEqual(Array(6).fill(null))
})
