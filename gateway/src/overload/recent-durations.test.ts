import { expect, test } from 'vitest'
import { createRecentDurations } from './recent-durations.ts'

function setUp() {
  const clock = { now: 0 }
  return { clock, durations: createRecentDurations(() => clock.now) }
}

test('a few jobs have no median, more jobs have one', () => {
  const { durations } = setUp()
  for (const ms of [5_000, 30, 10, 20]) durations.add(ms)
  expect(durations.median()).toBe(0)
  durations.add(40)
  expect(durations.median()).toBe(30)
})

test('only the latest jobs count', () => {
  const { durations } = setUp()
  for (let count = 0; count < 63; count++) durations.add(500)
  for (let count = 0; count < 63; count++) durations.add(10)
  expect(durations.median()).toBe(10)
})

test('jobs of more than a second ago are forgotten, even if no other job ends', () => {
  const { clock, durations } = setUp()
  for (let count = 0; count < 10; count++) durations.add(500)
  expect(durations.median()).toBe(500)
  clock.now = 1_000
  expect(durations.median()).toBe(0)
  for (let count = 0; count < 5; count++) durations.add(20)
  expect(durations.median()).toBe(20)
})

test('where few jobs run, their times are kept for longer', () => {
  const clock = { now: 0 }
  const durations = createRecentDurations(() => clock.now, 5_000)
  for (let count = 0; count < 5; count++) {
    clock.now += 900
    durations.add(300)
  }
  expect(durations.median()).toBe(300)
  clock.now += 1_500
  expect(durations.median()).toBe(0)
})
