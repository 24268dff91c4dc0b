import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { expect, test } from 'vitest'
import type { DecidedRun } from '../models/profile.ts'
import { feedKey, followRuns, isUsable, partAt } from './decided-run.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const at = (n: number, id = 7) => ({ createdAt: day(n), id })
const now = new Date('2026-02-01T12:00:00.000Z')
const run: DecidedRun = { key: 'k', newestAt: day(20), oldestAt: day(10), length: 400, at: now }
const LAST_ID = Number.MAX_SAFE_INTEGER

test('a feed is read up to the run, then from its end, and behind it without regard to it', () => {
  const upTo = { until: at(20, 0), isBehindRun: false }
  expect(partAt(run, null)).toEqual({ after: null, ...upTo })
  expect(partAt(run, at(25))).toEqual({ after: at(25), ...upTo })
  expect(partAt(run, at(20))).toEqual({ after: at(20), ...upTo }) // others of that instant may be open
  const behind = { after: at(10, LAST_ID), until: null, isBehindRun: true }
  expect(partAt(run, at(20, 0))).toEqual(behind)
  expect(partAt(run, at(15))).toEqual(behind)
  for (const position of [at(10, LAST_ID), at(10), at(5)])
    expect(partAt(run, position)).toEqual({ after: position, until: null, isBehindRun: false })
  expect(partAt(null, at(15))).toEqual({ after: at(15), until: null, isBehindRun: false })
})

test('the longest run counts, an open user ends one, and a run that is skipped is part of the one around it', () => {
  const runs = followRuns('k', now)
  expect(runs.longest()).toBeNull()
  for (const n of [30, 29, 28]) runs.decided(day(n))
  runs.open()
  runs.decided(day(26))
  expect(runs.longest()).toEqual({ key: 'k', newestAt: day(30), oldestAt: day(28), length: 3, at: now })

  const earlier = new Date(now.getTime() - 60_000)
  runs.skipped({ ...run, at: earlier })
  runs.decided(day(9))
  expect(runs.longest()).toEqual({ key: 'k', newestAt: day(26), oldestAt: day(9), length: 402, at: earlier })
})

test('a run is of use for an hour, for the same feed, and until the user starts over', () => {
  const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  expect(isUsable(run, 'k', minutesLater(59), null)).toBe(true)
  expect(isUsable(run, 'k', minutesLater(60), null)).toBe(false)
  expect(isUsable(run, 'other', now, null)).toBe(false)
  expect(isUsable(run, 'k', now, minutesLater(-1))).toBe(true)
  expect(isUsable(run, 'k', minutesLater(2), minutesLater(1))).toBe(false)
})

test('a feed depends on the preferences, and on what others may want of the viewer', () => {
  const viewer = { gender: 'female', age: 30, lookingFor: null, preferences: NO_PREFERENCES }
  const others = [
    { ...viewer, gender: 'male' },
    { ...viewer, age: 31 },
    { ...viewer, lookingFor: 'dates' },
    { ...viewer, preferences: { ...NO_PREFERENCES, ageMin: 30 } },
  ]
  expect(new Set([viewer, ...others].map(feedKey)).size).toBe(5)
})
