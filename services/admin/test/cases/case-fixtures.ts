import { AppError } from '@zing/proto/errors'
import { newCase } from '../../src/cases/reports/case-reports.ts'
import type { CaseChange } from '../../src/cases/rules/case-change.ts'
import { withDecision } from '../../src/cases/rules/case-decisions.ts'
import type { CaseDocument } from '../../src/models/case.ts'
import type { StoredReport } from '../../src/models/case-parts.ts'

export const at = new Date('2026-01-01T12:00:00.000Z')
export const before = (ms: number) => new Date(at.getTime() - ms)
export const reportBy = (reporterId: number, more: Partial<StoredReport> = {}): StoredReport => ({
  id: reporterId * 10,
  reporterId,
  category: 'harassment',
  text: null,
  createdAt: at,
  selfieVersion: 0,
  evidenceHash: '',
  ...more,
})
export const open = newCase(5, { userId: 7, report: reportBy(1), dueAt: at, epoch: 2 })
export const mia = { userId: 50, role: 'moderator' as const }
export const noah = { userId: 51, role: 'moderator' as const }
export const admin = { userId: 60, role: 'admin' as const }
export const held: CaseDocument = {
  ...open,
  claim: { userId: mia.userId, until: new Date(at.getTime() + 1), since: at, reportIds: [10] },
}

export const subjects = (change: CaseChange | null) => change?.events.map(({ subject }) => subject)
export const apply = (stored: CaseDocument, { set }: CaseChange): CaseDocument => ({
  ...stored,
  ...set,
  rev: stored.rev + 1,
})
export function codeOf(change: () => unknown): string | null {
  try {
    change()
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code
  }
}

export function ban(): CaseChange {
  return withDecision(held, mia, { action: 'ban', reason: 'threats' }, { id: 9, at, appealed: null })
}

export function decisionOf({ decisions }: CaseDocument, decidedBy: number) {
  const decision = decisions.at(-1)
  if (!decision) throw new Error('no decision')
  return { ...decision, decidedBy }
}
