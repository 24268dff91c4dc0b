import { errors } from '@zing/proto/errors'
import { DECISION_REPORTS_MAX } from '@zing/proto/limits'
import type { CaseDocument } from '../../models/case.ts'

type Reported = Pick<CaseDocument, 'reports'>

/** Reports are only added, so a moderator who has seen these has seen all. */
export function newestReportIdsOf({ reports }: Reported): number[] {
  return reports.slice(-DECISION_REPORTS_MAX).map(({ id }) => id)
}

/** 409 if the case has a report besides these: a decision would close it unseen. */
export function requireSeen(before: Reported, seenIds: number[]): void {
  const seen = new Set(seenIds)
  if (newestReportIdsOf(before).every((id) => seen.has(id))) return
  throw errors.caseChanged()
}
