import type { PendingEvent } from '@zing/kit/nats/outbox'
import { errors } from '@zing/proto/errors'
import { CASE_REPORTS_MAX } from '@zing/proto/limits'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import { audited } from '../../audit/audit.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredReport } from '../../models/case-parts.ts'
import { type CaseChange, openingOf } from '../rules/case-change.ts'
import { limitsUser, severityRank } from '../rules/report-priority.ts'

/** A case of one report that no moderator has looked at yet. */
export function newCase(
  id: number,
  { userId, report, dueAt, epoch }: { userId: number; report: StoredReport; dueAt: Date; epoch: number },
): CaseDocument {
  return {
    _id: id,
    kind: 'report',
    status: 'open',
    userId,
    severity: severityRank(report.category),
    openedAt: report.createdAt,
    dueAt,
    closedAt: null,
    claim: null,
    reports: [report],
    dueReporterId: report.reporterId,
    decisions: [],
    notes: [],
    appeal: null,
    hasEvidence: true,
    rev: 1,
    epoch,
  }
}

/**
 * Adds a further report: the most severe report orders the case. 409 while a report by the same reporter, or about the
 * same match or photo, is open. `actorId` is the user whom the audit log names.
 */
export function withReport(
  before: CaseDocument,
  report: StoredReport,
  dueAt: Date,
  actorId: number | null = report.reporterId,
): CaseChange {
  if (before.reports.some((other) => isRepeated(other, report))) throw errors.reportOpen()
  if (before.reports.length >= CASE_REPORTS_MAX) throw errors.caseFull()
  const isDueFirst = dueAt < before.dueAt
  const reports = [...before.reports, report]
  const opening = limitsUser(before.reports) ? [] : openingOf({ ...before, reports })
  return {
    set: {
      reports,
      severity: Math.min(before.severity, severityRank(report.category)),
      dueAt: isDueFirst ? dueAt : before.dueAt,
      ...(isDueFirst && { dueReporterId: report.reporterId }),
    },
    events: [reportAudit(before, report, actorId), ...opening],
  }
}

/** The system reports one account for several reasons, each match and each photo once; a user reports it for one. */
function isRepeated(one: StoredReport, other: StoredReport): boolean {
  if (one.reporterId !== other.reporterId) return false
  if (one.reporterId !== SYSTEM_REPORTER_ID) return true
  if (one.flagged) return one.flagged.photoVersion === other.flagged?.photoVersion
  return Boolean(one.match && one.match.id === other.match?.id)
}

export function reportAudit(
  { _id: caseId, userId }: Pick<CaseDocument, '_id' | 'userId'>,
  { id, category, match, evidenceHash }: StoredReport,
  actorId: number | null,
): PendingEvent {
  const details = { reportId: String(id), category, ...(match && { sign: match.sign }), evidence: evidenceHash }
  return audited({ action: 'report.created', actorId, caseId, userId, details })
}
