import { expect, test } from 'vitest'
import { endOfDay, TRIP_DAYS_MAX, tripDays } from './trip-days.ts'

test('a trip that begins today ends by itself within what the contract allows (10.client.place.trip)', () => {
  const now = new Date(2026, 11, 24, 0, 0, 1)
  const days = tripDays(now)
  expect(days).toEqual({ first: '2026-12-24', usual: '2026-12-30', last: '2027-01-06' })
  expect(new Date(endOfDay(days.last)).getTime() - now.getTime()).toBeLessThan(TRIP_DAYS_MAX * 86_400_000)
  expect(new Date(endOfDay(days.first)).getTime()).toBeGreaterThan(now.getTime())
})
