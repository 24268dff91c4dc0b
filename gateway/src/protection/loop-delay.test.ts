import { expect, test } from 'vitest'
import { createLoopDelay } from './loop-delay.ts'

let now = 0
function setup() {
  now = 1_000
  const { tick, delay } = createLoopDelay(() => now)
  return {
    delay,
    tickAfter(ms: number) {
      now += ms
      tick()
    },
  }
}

test('ticks in time are no delay', () => {
  const { tickAfter, delay } = setup()
  for (let i = 0; i < 50; i++) tickAfter(20)
  expect(delay()).toEqual({ ms: 0, lastsMs: 0 })
})

test('the delay is how late the last tick was, and lasts until one is in time', () => {
  const { tickAfter, delay } = setup()
  tickAfter(120)
  tickAfter(170)
  expect(delay()).toEqual({ ms: 150, lastsMs: 290 })
  tickAfter(20)
  expect(delay()).toEqual({ ms: 0, lastsMs: 0 })
})

test('a pause of the process is one late tick, and no lasting delay', () => {
  const { tickAfter, delay } = setup()
  tickAfter(5_000)
  expect(delay()).toEqual({ ms: 4_980, lastsMs: 250 })
})
