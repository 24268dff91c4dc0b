import { expect, test } from 'vitest'
import { DAILY_LIMITS, NEW_ACCOUNT_MS, trustOf } from './trust.ts'

const at = new Date('2026-11-22T12:00:00Z')
const registered = (msAgo: number) => new Date(at.getTime() - msAgo)

test.each([
  ['of this moment', 0, false, 'new'],
  ['of almost 48 hours', NEW_ACCOUNT_MS - 1, false, 'new'],
  ['of 48 hours', NEW_ACCOUNT_MS, false, 'established'],
  ['whose registration is ahead of this clock', -5_000, false, 'new'],
  ['of 48 hours that is reported', NEW_ACCOUNT_MS, true, 'reported'],
  ['of this moment that is reported', 0, true, 'reported'],
] as const)('an account %s', (_, msAgo, isReported, level) => {
  expect(trustOf({ createdAt: registered(msAgo), isReported }, at)).toBe(level)
})

test('48 hours are two days', () => {
  expect(NEW_ACCOUNT_MS).toBe(172_800_000)
})

test.each(['strict', 'normal'] as const)(
  'a reported account may do less than a new one, and a new one something (%s)',
  (profile) => {
    const { new: fresh, reported } = DAILY_LIMITS[profile]
    for (const kind of ['likes', 'firstMessages'] as const) {
      expect(reported[kind]).toBeGreaterThan(0)
      expect(reported[kind]).toBeLessThan(fresh[kind])
    }
  },
)

test('profile normal has ten times the limits of strict', () => {
  for (const level of ['new', 'reported'] as const)
    for (const kind of ['likes', 'firstMessages'] as const)
      expect(DAILY_LIMITS.normal[level][kind]).toBe(10 * DAILY_LIMITS.strict[level][kind])
})
