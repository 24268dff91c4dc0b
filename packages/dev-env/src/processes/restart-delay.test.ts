import { expect, test } from 'vitest'
import { restartDelay } from './restart-delay.ts'

test('the wait before a restart doubles from half a second up to ten', () => {
  const waits: number[] = []
  let wait: number | null = null
  for (let restart = 0; restart < 7; restart++) {
    wait = restartDelay(wait, 100)
    waits.push(wait)
  }

  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

test('after a stable minute the wait begins anew', () => {
  expect(restartDelay(10_000, 60_000)).toBe(500)
  expect(restartDelay(10_000, 59_999)).toBe(10_000)
})
