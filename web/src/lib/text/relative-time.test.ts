import { expect, test } from 'vitest'
import { dayLabel, shortTime, timeAgo } from './relative-time.ts'

const now = new Date(2026, 2, 15, 12, 0)
const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

test.each([
  [0, 'now'],
  [59_999, 'now'],
  [2 * MINUTE, '2 min'],
  [59 * MINUTE, '59 min'],
  [3 * HOUR, '3 h'],
  [13 * HOUR, 'Yesterday'],
  [3 * DAY, 'Thu'],
  [20 * DAY, '23 Feb'],
])('a time %i ms ago is shown as %s (2.notifications.11)', (age, text) => {
  expect(shortTime(before(age), now)).toBe(text)
})

test.each([
  [0, 'just now'],
  [2 * MINUTE, '2 min ago'],
  [3 * HOUR, '3 h ago'],
  [13 * HOUR, 'yesterday'],
  [3 * DAY, 'on Thu'],
  [20 * DAY, 'on 23 Feb'],
])('in a sentence, a time %i ms ago is %s', (age, text) => {
  expect(timeAgo(before(age), now)).toBe(text)
})

test('a day is labelled Today, Yesterday or with its date', () => {
  expect([0, DAY, 3 * DAY, 400 * DAY].map((age) => dayLabel(before(age), now))).toEqual([
    'Today',
    'Yesterday',
    expect.stringMatching(/^Thursday,? 12 March$/),
    expect.stringMatching(/^Saturday,? 8 February 2025$/),
  ])
})
