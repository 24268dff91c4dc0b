import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../community/settings.ts'
import { DAILY_LIMITS, dailyLimitOf, NEW_ACCOUNT_MS, trustOf } from './trust.ts'

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

test("an operator's number holds under any profile; a default is ten times higher under normal (10.community.trust)", () => {
  const trust = { newHours: 1, new: { likes: 7, firstMessages: null }, reported: { likes: 0, firstMessages: 5 } }
  const limitsUnder = (profile: 'strict' | 'normal') => [
    dailyLimitOf(trust, profile, ['new', 'likes']),
    dailyLimitOf(trust, profile, ['new', 'firstMessages']),
    dailyLimitOf(trust, profile, ['reported', 'likes']),
    dailyLimitOf(trust, profile, ['reported', 'firstMessages']),
  ]
  expect([limitsUnder('strict'), limitsUnder('normal')]).toEqual([
    [7, null, 0, 5],
    [7, null, 0, 50],
  ])
  expect(dailyLimitOf(DEFAULT_SETTINGS.trust, 'normal', ['new', 'likes'])).toBe(DAILY_LIMITS.normal.new.likes)
})

test('the operator sets how long an account is new', () => {
  const account = { createdAt: registered(3 * 60 * 60 * 1_000), isReported: false }
  expect([trustOf(account, at, 3), trustOf(account, at, 4), trustOf(account, at, 0)]).toEqual([
    'established',
    'new',
    'established',
  ])
})
