import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
    },
  }
}

test('ticks in time cause no delay', () => {
  const { tickAfter, measure } = setup()
  for (let i = 0; i < 40; i++) tickAfter(20)
  expect(measure()).toEqual({ ms: 0, lastsMs: 0 })
})

test('the delay is the lateness of the last tick, and lasts until a tick is in time', () => {
  const { tickAfter, measure } = setup()
  tickAfter(120)
  tickAfter(170)
  expect(measure()).toEqual({ ms: 150, lastsMs: 290 })
  tickAfter(20)
  expect(measure()).toEqual({ ms: 0, lastsMs: 0 })
})

test('a pause of the process is one late tick, not a lasting delay', () => {
  const { tickAfter, measure } = setup()
  tickAfter(900)
  expect(measure()).toEqual({ ms: 880, lastsMs: 250 })
})

test('the measurement ends a second after the last call, and another call starts it again', () => {
  const { tickAfter, measure } = setup()
  for (let i = 0; i < 50; i++) tickAfter(20)
  expect(vi.getTimerCount()).toBe(0)
  now += 60_000
  expect(measure()).toEqual({ ms: 0, lastsMs: 0 })
  expect(vi.getTimerCount()).toBe(1)
  tickAfter(20)
  expect(measure()).toEqual({ ms: 0, lastsMs: 0 })
})
