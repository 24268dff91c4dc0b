import { expect, test } from 'vitest'
import { restartDelay } from './restart-delay.ts'

test('the delay before a restart doubles from 0.5 s up to 10 s', () => {
  const delays: number[] = []
  let delay: number | null = null
  for (let restart = 0; restart < 7; restart++) {
    delay = restartDelay(delay, 100)
    delays.push(delay)
  }

  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

test('the delay before a restart starts over after ten stable seconds', () => {
  expect(restartDelay(10_000, 10_000)).toBe(500)
  expect(restartDelay(10_000, 9_999)).toBe(10_000)
})
