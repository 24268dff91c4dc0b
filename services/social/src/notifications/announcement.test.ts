import { expect, test } from 'vitest'
import { type Announcement, announcementOf, type Known } from './announcement.ts'

const at = new Date('2026-01-03T12:00:00.000Z')
const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 60 * 60 * 1_000)

test.each<[string, Known['kind'], Date[], Date | null, Announcement]>([
  ['a first like', 'like', [at], null, 'ring'],
  ['a like within a day of one that has rung', 'like', [at], hoursAgo(23), 'silent'],
  ['a like a day after one that has rung', 'like', [at], hoursAgo(24), 'ring'],
  ['a like a month after one that has rung', 'like', [at], hoursAgo(31 * 24), 'ring'],
  ['a like that a match has left', 'remaining like', [hoursAgo(48)], null, 'silent'],
  ['a like that a match has left, after one that has rung', 'remaining like', [at], hoursAgo(72), 'silent'],
  ['a first match', 'match', [hoursAgo(1_000), at], null, 'ring'],
  ['a match within a day of one that has rung', 'match', [hoursAgo(1), at], hoursAgo(23), 'silent'],
  ['a match of two new likes a day after one that has rung', 'match', [hoursAgo(1), at], hoursAgo(24), 'ring'],
  ['a match of one new like a day after one that has rung', 'match', [hoursAgo(50), at], hoursAgo(49), 'silent'],
  ['a match of a like that has rung', 'match', [hoursAgo(49), at], hoursAgo(49), 'silent'],
])('R41 %s: %s of %j after %j is %s', (_what, kind, likedAt, rangAt, announcement) => {
  expect(announcementOf({ kind, likedAt, rangAt })).toBe(announcement)
})
