import { PAST_MATCH_MS } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import type { Pair } from '../models/pair.ts'
import { newPair } from '../pairs/pair-rules.ts'
import { couldBeSeen } from './is-reportable.ts'

const at = new Date('2026-02-01T12:00:00.000Z')
const recently = new Date(at.getTime() - PAST_MATCH_MS + 1)
const longAgo = new Date(at.getTime() - PAST_MATCH_MS)
const shown = { hidden: false, suspendedUntil: null }
const hidden = { hidden: true, suspendedUntil: null }
const suspended = { hidden: false, suspendedUntil: new Date(at.getTime() + 1) }
const blank = newPair(7, 30, 0)
const pairWith = (more: Partial<Pair>): Pair => ({ ...blank, ...more })

/** True if user 7 sees user 30. */
const seen = (profile: Parameters<typeof couldBeSeen>[0], pair: Pair | null) =>
  couldBeSeen(profile, pair, { viewerId: 7, at })

test('a user on the feed is seen, a hidden or suspended user is not', () => {
  expect([seen(shown, null), seen(shown, blank), seen(hidden, null), seen(suspended, blank)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(seen({ hidden: false, suspendedUntil: at }, null)).toBe(true) // the suspension is over
})

test('matches and users who like the viewer are seen even if hidden', () => {
  expect(seen(hidden, pairWith({ matchedAt: longAgo }))).toBe(true)
  expect(seen(suspended, pairWith({ matchedAt: longAgo }))).toBe(true)
  expect(seen(hidden, pairWith({ hiLikedAt: longAgo }))).toBe(true)
  expect(seen(hidden, pairWith({ loLikedAt: longAgo }))).toBe(false) // the viewer likes them
})

test('after the end of a match or an own block, the user is seen for 30 days', () => {
  expect(seen(hidden, pairWith({ matchEndedAt: recently }))).toBe(true)
  expect(seen(hidden, pairWith({ matchEndedAt: longAgo }))).toBe(false)
  expect(seen(shown, pairWith({ blocked: true, loBlockedAt: recently }))).toBe(true)
  expect(seen(shown, pairWith({ blocked: true, loBlockedAt: longAgo }))).toBe(false)
  expect(seen(shown, pairWith({ blocked: true, hiBlockedAt: longAgo, matchEndedAt: recently }))).toBe(true)
})

test('SEC-67 when the other user blocks without a match, the user looks unknown', () => {
  for (const profile of [shown, hidden])
    expect(seen(profile, pairWith({ blocked: true, hiBlockedAt: recently }))).toBe(false)
})
