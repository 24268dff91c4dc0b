import { expect, test } from 'vitest'
import type { CaseDocument } from '../../models/case.ts'
import { recordOf } from './reporter-records.ts'

type Judged = Pick<CaseDocument, 'reports' | 'decisions'>

const decided = { text: null, days: null, field: null, until: null, decidedAt: new Date(0), decidedBy: 9 }
function caseOf(reporterId: number, ...decisions: Partial<CaseDocument['decisions'][number]>[]): Judged {
  return {
    reports: [
      { id: 1, reporterId, category: 'hate', text: null, createdAt: new Date(0), selfieVersion: 0, evidenceHash: '' },
    ],
    decisions: decisions.map((decision) => ({
      ...decided,
      id: 1,
      action: 'warn',
      reason: 'hate',
      undoneAt: null,
      undoneBy: null,
      ...decision,
    })),
  }
}

test('a record counts what became of a user’s reports, and not those of others', () => {
  const cases = [
    caseOf(7),
    caseOf(7, { action: 'ban' }),
    caseOf(7, { action: 'dismiss', reason: 'no-violation' }),
    caseOf(7, { action: 'dismiss', reason: 'false-report' }),
    caseOf(8, { action: 'warn' }),
  ]
  expect(recordOf(7, cases)).toEqual({ reports: 4, upheld: 1, dismissed: 2, false: 1 })
  expect(recordOf(8, cases)).toEqual({ reports: 1, upheld: 1, dismissed: 0, false: 0 })
  expect(recordOf(9, cases)).toEqual({ reports: 0, upheld: 0, dismissed: 0, false: 0 })
})

test('an undone decision does not count, the one after it does', () => {
  const undone = { action: 'dismiss' as const, reason: 'false-report' as const, undoneAt: new Date(0), undoneBy: 1 }
  expect(recordOf(7, [caseOf(7, undone)])).toEqual({ reports: 1, upheld: 0, dismissed: 0, false: 0 })
  expect(recordOf(7, [caseOf(7, undone, { action: 'warn' })])).toMatchObject({ upheld: 1, dismissed: 0, false: 0 })
})
