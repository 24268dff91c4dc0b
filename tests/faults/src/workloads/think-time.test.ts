import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { createThinkTime } from './think-time.ts'

const BOUNDS = [100, 200] as const
const BUSY = 0.02
const IDLE = 0.6

test('on an idle machine, the think time stays within its bounds', () => {
  const { next, adapt } = createThinkTime(createRandom(1))
  for (let second = 0; second < 60; second++) adapt(IDLE)
  for (let i = 0; i < 100; i++) {
    const ms = next(BOUNDS)
    expect(ms).toBeGreaterThanOrEqual(100)
    expect(ms).toBeLessThanOrEqual(200)
  }
})

test('on a busy machine, it becomes up to four times as long, within 20 s', () => {
  const { next, adapt } = createThinkTime(createRandom(1))
  for (let second = 0; second < 20; second++) adapt(BUSY)
  expect(adapt(BUSY)).toBe(4)
  expect(next(BOUNDS)).toBeGreaterThanOrEqual(400)
})

test('while some processor time is idle it stays, and 10 s of idle time shorten it by two fifths', () => {
  const { adapt } = createThinkTime(createRandom(1))
  for (let second = 0; second < 20; second++) adapt(BUSY)
  expect(adapt(0.05)).toBe(4)
  let factor = 4
  for (let second = 0; second < 10; second++) factor = adapt(IDLE)
  expect(factor).toBeCloseTo(2.39, 2)
})
