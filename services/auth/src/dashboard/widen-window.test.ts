import { dayName, sumOf, within } from '@zing/proto/community/cohorts'
import { GROUP_MIN } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { widenWindow } from './widen-window.ts'

const cohort = (day: number, joined: number) => ({ day, counts: { joined }, hours: [] })
const window = (from: number, to: number) => ({ from: dayName(from), to: dayName(to) })

test('a window grows to the days before and after it that make a group (10.dashboard.groups)', () => {
  const cohorts = [cohort(100, 4), cohort(103, 7), cohort(104, 12), cohort(110, 3)]
  expect(widenWindow(window(101, 101), cohorts)).toEqual(window(100, 103))
  expect(widenWindow(window(104, 104), cohorts)).toEqual(window(104, 110))
  expect(widenWindow(window(50, 103), cohorts)).toEqual(window(50, 103))
  expect(widenWindow(window(107, 200), cohorts)).toEqual(window(104, 200))
  expect(widenWindow(window(101, 102), cohorts.slice(0, 1))).toEqual(window(101, 102))
  expect(widenWindow(window(101, 102), [])).toEqual(window(101, 102))
})

test('random windows never differ by fewer than ten members (10.dashboard.groups)', () => {
  const random = (below: number) => Math.floor(Math.random() * below)
  for (let round = 0; round < 2_000; round++) {
    const cohorts = Array.from({ length: 40 }, (_, day) => cohort(day, random(8))).filter(() => random(3) > 0)
    const [one, other] = Array.from({ length: 2 }, () => {
      const days = [random(45), random(45)].sort((a, b) => a - b)
      return within(cohorts, widenWindow(window(days[0] ?? 0, days[1] ?? 0), cohorts))
    })
    const only = (some: typeof cohorts = [], others: typeof cohorts = []) =>
      sumOf(
        some.filter((day) => !others.includes(day)),
        'joined',
      )
    for (const difference of [only(one, other), only(other, one)])
      expect(difference === 0 || difference >= GROUP_MIN, JSON.stringify(cohorts)).toBe(true)
  }
})
