import { dayOf } from '@zing/proto/community/cohorts'
import { expect, test } from 'vitest'
import { windowOf } from './get-dashboard.ts'

const today = dayOf(Date.parse('2026-11-27'))

test.each([
  ['nothing', {}, ['2026-10-31', '2026-11-27']],
  ['an end', { to: '2026-01-28' }, ['2026-01-01', '2026-01-28']],
  ['a beginning', { from: '2026-11-01' }, ['2026-11-01', '2026-11-27']],
  ['both', { from: '2026-11-01', to: '2026-11-01' }, ['2026-11-01', '2026-11-01']],
  ['too much', { from: '1970-01-01' }, ['2025-10-24', '2026-11-27']],
  ['the future', { from: '2027-01-01' }, ['2027-01-01', '2027-01-01']],
])('for %s the window is right', (_asked, asked, [from, to]) => {
  expect(windowOf(asked, today)).toEqual({ from, to })
})
