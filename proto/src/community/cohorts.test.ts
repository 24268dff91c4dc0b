import { expect, test } from 'vitest'
import { createCohorts, DAY_MS, dayName, dayOf, hoursBetween, medianHours, sumOf, within } from './cohorts.ts'

const HOUR_MS = 60 * 60 * 1_000
const day = dayOf(Date.parse('2026-11-27'))
const at = (days: number, hours = 0) => (day + days) * DAY_MS + hours * HOUR_MS

test('it counts members by the UTC day of their registration, and leaves out earlier days', () => {
  const cohorts = createCohorts<'liked' | 'matched'>(day)
  cohorts.count(at(0), 'liked')
  cohorts.count(at(0, 23.99), 'liked')
  cohorts.count(at(1), 'matched')
  cohorts.count(at(0) - 1, 'liked')
  const listed = cohorts.list()
  expect(listed.map((one) => [one.day, one.counts])).toEqual([
    [day, { liked: 2 }],
    [day + 1, { matched: 1 }],
  ])
  expect(sumOf(listed, 'liked')).toBe(2)
  expect(within(listed, { from: dayName(day + 1), to: dayName(day + 1) })).toEqual([listed[1]])
  expect(within(listed, { from: dayName(day), to: dayName(day + 1) })).toEqual(listed)
})

test('hours are rounded down, beyond two days to whole days, and never negative', () => {
  const taken = [-1, 0.5, 1, 47.9, 48, 71.9, 72.5, 800]
  expect(taken.map((hours) => hoursBetween(at(0), at(0, hours)))).toEqual([0, 0, 1, 47, 48, 48, 72, 792])
})

test('the median is the lower one over all cohorts, and null for fewer than ten members', () => {
  const cohorts = createCohorts(day)
  for (const hours of [1, 2, 3, 4, 5]) cohorts.countHours(at(0), at(0, hours))
  for (const hours of [6, 7, 8, 9]) cohorts.countHours(at(3), at(3, hours))
  expect(medianHours(cohorts.list())).toBeNull()
  cohorts.countHours(at(3), at(3, 90))
  expect(medianHours(cohorts.list())).toBe(5)
  cohorts.countHours(at(3), at(3, 90))
  expect(medianHours(cohorts.list())).toBe(6)
})
