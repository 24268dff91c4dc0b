import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import type { CaseDocument } from '../../models/case.ts'

type Words = Pick<CaseDocument, 'reports' | 'notes'>

/** Removes the words of deleted users from the reports and notes of a case; the reports stay. */
export function withoutWordsOf({ reports, notes }: Words, isGone: (userId: number) => boolean): Words {
  return {
    reports: reports.map((report) => {
      const isKept = report.reporterId === SYSTEM_REPORTER_ID || !isGone(report.reporterId)
      return isKept ? report : { ...report, text: null }
    }),
    notes: notes.filter(({ authorId }) => !isGone(authorId)),
  }
}

/** True if the case has words of this user. Decisions do not count: their words address the reported user. */
export function hasWordsOf({ reports, notes }: Words, userId: number): boolean {
  const isAuthor = notes.some(({ authorId }) => authorId === userId)
  return isAuthor || reports.some(({ reporterId, text }) => reporterId === userId && text !== null)
}
