import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { expect, test } from 'vitest'
import { type DoorFacts, decideFallback, MANY_SIGN_UPS_MIN } from './decide-fallback.ts'

const HOUR_MS = 60 * 60 * 1_000
const now = new Date('2027-03-04T10:20:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
const open = DEFAULT_SETTINGS.registration
const calm: DoorFacts = {
  openedAt: null,
  lastActAt: ago(1),
  casesDue: 0,
  signUps: { lastHour: 0, usual: 0 },
  oldestApplicationDueAt: null,
}

test.each([
  ['a calm hour', {}, null],
  ['many sign-ups', { signUps: { lastHour: MANY_SIGN_UPS_MIN, usual: 2 } }, 'MANY_SIGN_UPS'],
  ['many sign-ups that are usual', { signUps: { lastHour: 400, usual: 81 } }, null],
  ['five times the usual', { signUps: { lastHour: 405, usual: 81 } }, 'MANY_SIGN_UPS'],
  ['due cases and a silent day', { casesDue: 1, lastActAt: ago(24) }, 'NO_MODERATOR'],
  ['due cases and no act ever', { casesDue: 1, lastActAt: null }, 'NO_MODERATOR'],
  ['due cases and a moderator at work', { casesDue: 9, lastActAt: ago(23) }, null],
  ['a silent day without due cases', { lastActAt: ago(200) }, null],
  ['an overdue application', { oldestApplicationDueAt: ago(0.1) }, 'QUEUE_OVERDUE'],
  ['an application with time left', { oldestApplicationDueAt: ago(-1) }, null],
] as const)('with %s, an open door gets %j (10.community.fallback)', (_, facts, reason) => {
  expect(decideFallback(open, { ...calm, ...facts }, now)).toBe(reason)
})

test('when a keeper opens the door again, the same cause does not close it (10.community.fallback)', () => {
  const flooded = { ...calm, signUps: { lastHour: 900, usual: 1 } }
  expect(decideFallback(open, { ...flooded, openedAt: ago(0.1) }, now)).toBeNull()
  expect(decideFallback(open, { ...flooded, openedAt: ago(1) }, now)).toBe('MANY_SIGN_UPS')
  const silent = { ...calm, casesDue: 3, lastActAt: ago(90), oldestApplicationDueAt: ago(5) }
  expect(decideFallback(open, { ...silent, openedAt: ago(2) }, now)).toBeNull()
  expect(decideFallback(open, { ...silent, openedAt: ago(24) }, now)).toBe('NO_MODERATOR')
})

test('it never changes a door that is not open, or whose keeper wants no fallback', () => {
  const worst = { ...calm, casesDue: 3, lastActAt: null, signUps: { lastHour: 9_000, usual: 1 } }
  for (const mode of ['approval', 'invitation', 'closed'] as const)
    expect(decideFallback({ ...open, mode }, worst, now)).toBeNull()
  expect(decideFallback({ ...open, fallback: { enabled: false, hours: 1 } }, worst, now)).toBeNull()
})

test('with random facts, the door never closes again at once for the same cause (10.community.fallback)', () => {
  for (let round = 0; round < 5_000; round += 1) {
    const facts = {
      openedAt: ago(Math.random() * 100),
      lastActAt: Math.random() < 0.3 ? null : ago(Math.random() * 100),
      casesDue: Math.floor(Math.random() * 3),
      signUps: { lastHour: Math.floor(Math.random() * 300), usual: Math.random() * 60 },
      oldestApplicationDueAt: Math.random() < 0.5 ? null : ago((Math.random() - 0.5) * 10),
    }
    expect(decideFallback(open, { ...facts, openedAt: now }, now), JSON.stringify(facts)).toBeNull()
  }
})
