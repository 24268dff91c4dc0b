import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_DELAY_MS, TURNS_OF_A_CALL } from './bounds.ts'
import { createLoopDelay } from './loop-delay.ts'

let now = 0
beforeEach(() => {
  vi.useFakeTimers()
  now = 1_000
})
afterEach(() => void vi.useRealTimers())

function setup() {
  const { measure } = createLoopDelay(() => now)
  measure()
  return {
    measure,
    tickAfter(ms: number) {
      now += ms
      vi.advanceTimersByTime(20)
      measure()
    },
  }
}

test('ticks in time cause no delay', () => {
  const { tickAfter, measure } = setup()
  for (let i = 0; i < 40; i++) tickAfter(20)
  expect(measure()).toBe(0)
})

test('when each tick is late, the delay rises to their lateness, and falls when they are in time', () => {
  const { tickAfter, measure } = setup()
  for (let i = 0; i < 40; i++) tickAfter(170)
  expect(measure()).toBeCloseTo(150, -1)
  for (let i = 0; i < 40; i++) tickAfter(20)
  expect(measure()).toBeLessThan(1)
})

test('a pause of the process is one late tick, and refuses no message', () => {
  const { tickAfter, measure } = setup()
  tickAfter(1_500)
  expect(TURNS_OF_A_CALL * measure()).toBeLessThan(MAX_DELAY_MS.message)
})

test('in a long turn of the loop, the delay rises before the next tick', () => {
  const { measure } = setup()
  now += 5_000
  expect(TURNS_OF_A_CALL * measure()).toBeGreaterThan(MAX_DELAY_MS.message)
})

test('after a pause that outlasts the measurement, calls that waited are refused', () => {
  const { measure } = setup()
  now += 20_000
  vi.advanceTimersByTime(20)
  expect(TURNS_OF_A_CALL * measure()).toBeGreaterThan(MAX_DELAY_MS.message)
})

test('the measurement ends a second after the last call, and another call starts it again', () => {
  const { tickAfter, measure } = setup()
  for (let i = 0; i < 50; i++) {
    now += 20
    vi.advanceTimersByTime(20)
  }
  expect(vi.getTimerCount()).toBe(0)
  now += 60_000
  expect(measure()).toBe(0)
  expect(vi.getTimerCount()).toBe(1)
  tickAfter(20)
  expect(measure()).toBe(0)
})
