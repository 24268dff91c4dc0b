import type { ReporterRecord } from '@zing/proto/moderation/cases'
import {
  CASE_CATEGORIES,
  type CaseCategory,
  REPORT_CATEGORIES,
  type ReportCategory,
} from '@zing/proto/moderation/categories'
import { expect, test } from 'vitest'
import { dueAtOf, limitsUser, severityOf, severityRank } from './report-priority.ts'

const start = new Date('2026-01-01T00:00:00.000Z')
const unknown: ReporterRecord = { reports: 0, upheld: 0, dismissed: 0, false: 0 }
const trusted: ReporterRecord = { reports: 4, upheld: 3, dismissed: 1, false: 0 }
const doubted: ReporterRecord = { reports: 3, upheld: 1, dismissed: 2, false: 2 }

/** Hours from `start` until a report is due; the reporter makes it `age` hours after `start`. */
function dueHours(category: ReportCategory, record = unknown, age = 0, accountHours = 1_000, newHours = 48): number {
  const createdAt = new Date(start.getTime() + age * 3_600_000)
  const registeredAt = new Date(createdAt.getTime() - accountHours * 3_600_000)
  return (dueAtOf({ category, createdAt }, { record, registeredAt, newHours }).getTime() - start.getTime()) / 3_600_000
}

test('when reports are equally old, the more severe one is due earlier', () => {
  expect(REPORT_CATEGORIES.map((category) => dueHours(category))).toEqual([1, 1, 8, 8, 24, 24, 72, 72])
  expect(REPORT_CATEGORIES.map((category) => severityOf(severityRank(category)))).toEqual([
    ...['critical', 'critical', 'high', 'high', 'medium', 'medium', 'low', 'low'],
  ])
})

test('it puts an older report first, also an old minor one before a new severe one', () => {
  expect(dueHours('scam', unknown, 1)).toBe(25)
  expect(dueHours('other')).toBeLessThan(dueHours('underage', unknown, 72))
})

test('it puts reports by trusted reporters first, and by authors of false reports last', () => {
  expect([dueHours('hate', trusted), dueHours('hate'), dueHours('hate', doubted)]).toEqual([4, 8, 24])
  expect(dueHours('hate', { ...trusted, upheld: 2 })).toBe(8) // too few
  expect(dueHours('hate', { ...trusted, dismissed: 2 })).toBe(8) // too often wrong
  expect(dueHours('hate', { ...doubted, upheld: 2 })).toBe(8)
})

test('when a new account has no upheld report, its report is due three times later', () => {
  const ofNew = (category: ReportCategory, record = unknown, hours = 0) => dueHours(category, record, 0, hours)
  expect(['underage', 'sexual', 'scam'].map((category) => ofNew(category as ReportCategory))).toEqual([3, 24, 72])
  expect([ofNew('underage', unknown, 47), ofNew('underage', unknown, 48)]).toEqual([3, 1])
  expect([0, 24, 25].map((newHours) => dueHours('underage', unknown, 0, 24, newHours))).toEqual([1, 1, 3])
  expect(ofNew('underage', { ...trusted, upheld: 1 })).toBe(1)
  expect(ofNew('hate', trusted)).toBe(4)
  expect(ofNew('underage')).toBeGreaterThan(dueHours('threats', unknown, 1)) // a flood does not come before a threat that is reported later
})

test('two reporters, a severe report or the system lower the limits of a user', () => {
  const by = (...reports: [number, CaseCategory][]) =>
    limitsUser(reports.map(([reporterId, category]) => ({ reporterId, category })))
  expect([by([1, 'harassment']), by([1, 'scam'], [1, 'fake'])]).toEqual([false, false])
  expect([by([1, 'other'], [2, 'other']), by([1, 'hate']), by([1, 'threats'])]).toEqual([true, true, true])
  expect(by([0, 'scam'])).toBe(true)
})

test('when the system reports, the age of an account does not count', () => {
  const due = dueAtOf(
    { category: 'hate', createdAt: start },
    { record: unknown, registeredAt: undefined, newHours: 48 },
  )
  expect(due.getTime() - start.getTime()).toBe(8 * 3_600_000)
})

test('a severe report by a doubted reporter is still due before a minor one', () => {
  expect(dueHours('underage', doubted)).toBeLessThan(dueHours('harassment', trusted))
})

test('cases have all categories of reports and more, in the order of their severity', () => {
  const ranks = CASE_CATEGORIES.map(severityRank)
  expect(ranks).toEqual(ranks.toSorted())
  expect(CASE_CATEGORIES.filter((category) => REPORT_CATEGORIES.some((reported) => reported === category))).toEqual([
    ...REPORT_CATEGORIES,
  ])
})

test('a system report about a lookalike of a banned user is as severe as a hate report', () => {
  expect(severityOf(severityRank('ban-evasion'))).toBe('high')
})
