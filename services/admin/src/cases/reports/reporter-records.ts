import type { ReporterRecord } from '@zing/proto/moderation/cases'
import type { Ctx } from '../../context.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { Moderator } from '../rules/case-change.ts'

const MAX_CASES = 2_000 // a bound

/** The record of a user who has reported nobody. */
export const NO_RECORD: Readonly<ReporterRecord> = { reports: 0, upheld: 0, dismissed: 0, false: 0 }

type Judged = Pick<CaseDocument, 'reports' | 'decisions'>

/**
 * Counts the outcomes of the reports by these users. Cases about `seenBy` do not count: a moderator must not learn of
 * them.
 */
export async function recordsOf(
  { models }: Ctx,
  reporterIds: number[],
  seenBy?: Moderator,
): Promise<Map<number, ReporterRecord>> {
  const ids = [...new Set(reporterIds)]
  const cases = await models.Case.find(
    { 'reports.reporterId': { $in: ids }, ...(seenBy && { userId: { $ne: seenBy.userId } }) },
    { 'reports.reporterId': 1, decisions: 1 },
  )
    .sort({ openedAt: -1 })
    .limit(MAX_CASES)
    .lean<Judged[]>()
  return new Map(ids.map((id) => [id, recordOf(id, cases)]))
}

/** Counts the reports of one user. Open cases and undone decisions count as neither upheld nor dismissed. */
export function recordOf(reporterId: number, cases: Judged[]): ReporterRecord {
  const record = { ...NO_RECORD }
  for (const { reports, decisions } of cases) {
    if (!reports.some((report) => report.reporterId === reporterId)) continue
    record.reports += 1
    const decision = decisions.at(-1)
    if (!decision || decision.undoneAt) continue
    if (decision.action !== 'dismiss') record.upheld += 1
    else record.dismissed += 1
    if (decision.reason === 'false-report') record.false += 1
  }
  return record
}
