import { CASE_REPORTS_MAX } from '@zing/proto/limits'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import { expect, test } from 'vitest'
import { apply, at, before, codeOf, mia, open, reportBy } from '../../../test/cases/case-fixtures.ts'
import { withReport } from './case-reports.ts'

test('when a more severe report joins, the case takes its severity and its due time', () => {
  const severe = withReport(open, reportBy(2, { category: 'underage' }), before(1_000))
  expect(severe.set).toMatchObject({
    severity: 0,
    dueAt: before(1_000),
    reports: [{ reporterId: 1 }, { reporterId: 2 }],
  })
  const light = withReport(open, reportBy(3, { category: 'other' }), new Date(at.getTime() + 1_000))
  expect(light.set).toMatchObject({ severity: open.severity, dueAt: at })
})

test('it names the reporter whose report is due first', () => {
  const earlier = withReport(open, reportBy(2), before(1))
  expect([open.dueReporterId, earlier.set.dueReporterId]).toEqual([1, 2])
  expect(withReport(open, reportBy(3), new Date(at.getTime() + 1)).set).not.toHaveProperty('dueReporterId')
})

test('the system reports an account once for each match', () => {
  const matchOf = (id: string) => reportBy(0, { match: { id, sign: 'photo', caseId: null } })
  const reported = apply(open, withReport(open, matchOf('a'), at))
  expect(codeOf(() => withReport(reported, matchOf('a'), at))).toBe('REPORT_OPEN')
  expect(withReport(reported, matchOf('b'), at).set.reports).toHaveLength(3)
  expect(withReport(apply(open, withReport(open, reportBy(0), at)), reportBy(0), at).set.reports).toHaveLength(3)
})

test('it refuses a second report by one reporter, and a report above the maximum', () => {
  expect(codeOf(() => withReport(open, reportBy(1), at))).toBe('REPORT_OPEN')
  const full = { ...open, reports: Array.from({ length: CASE_REPORTS_MAX }, (_, i) => reportBy(i + 100)) }
  expect(codeOf(() => withReport(full, reportBy(1), at))).toBe('REPORT_OPEN')
})

test('the system may report again, in the name of the moderator who rejected messages', () => {
  const byServer = reportBy(SYSTEM_REPORTER_ID)
  const once = withReport(open, byServer, at, mia.userId)
  expect(once.events[0]?.payload).toMatchObject({ action: 'report.created', actorId: mia.userId, userId: 7 })
  expect(withReport(apply(open, once), byServer, at, mia.userId).set.reports).toHaveLength(3)
})
