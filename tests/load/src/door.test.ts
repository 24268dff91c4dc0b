import { expect, test } from 'vitest'
import { requireOneHour, slowdownOf } from './door.ts'

const summaryOf = (before: number, honest: number) => ({
  rows: Object.entries({ before, honest }).map(([scenario, p95]) => ({
    metric: `sign_up{scenario:${scenario}}`,
    statistics: { 'p(95)': p95 },
    thresholds: [],
  })),
  checks: [],
})

test('honest sign-ups may take a second longer; more, and no value, are problems', () => {
  expect(slowdownOf(summaryOf(90, 1_090))).toBeNull()
  expect(slowdownOf(summaryOf(90, 1_100))).toBe(
    'An honest sign-up took 90 ms before the attack and 1100 ms in it (p95).',
  )
  expect(slowdownOf({ rows: [], checks: [] })).not.toBeNull()
})

test('when the hour ends during the run, it refuses to start', () => {
  expect(() => requireOneHour(new Date('2027-03-04T10:55:00Z'), 180)).not.toThrow()
  expect(() => requireOneHour(new Date('2027-03-04T10:56:30Z'), 180)).toThrow('start it again in 4 min.')
})

test('when a run is longer than an hour of the clock allows, it says how long it may be', () => {
  expect(() => requireOneHour(new Date('2027-03-04T10:00:00Z'), 3_600)).toThrow('3480 s at most')
})
