import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { intervalWhileNeeded } from './interval-while-needed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it calls the work from the start until it returns false, and again after another start', () => {
  let left = 0
  let calls = 0
  const interval = intervalWhileNeeded(100, () => {
    calls += 1
    left -= 1
    return left > 0
  })
  expect(vi.getTimerCount()).toBe(0)

  left = 2
  interval.start()
  interval.start()
  expect([calls, vi.getTimerCount()]).toEqual([0, 1])
  vi.advanceTimersByTime(1_000)
  expect([calls, vi.getTimerCount()]).toEqual([2, 0])

  left = 1
  interval.start()
  vi.advanceTimersByTime(1_000)
  expect([calls, vi.getTimerCount()]).toEqual([3, 0])
})

test('a stop ends the calls', () => {
  const work = vi.fn(() => true)
  const interval = intervalWhileNeeded(100, work)
  interval.start()
  vi.advanceTimersByTime(250)
  interval.stop()
  vi.advanceTimersByTime(1_000)
  expect([work.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0])
})
