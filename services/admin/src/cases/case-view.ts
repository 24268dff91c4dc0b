import { hasRole } from '@zing/proto/accounts/roles'
import { pathOf } from '@zing/proto/endpoint'
import { getEvidenceMedia, getEvidencePhoto } from '@zing/proto/http/staff/moderation'
import {
  type CaseReport,
  type CaseSummary,
  type Claim,
  type ModerationCase,
  type PastCase,
  type ReporterRecord,
  SYSTEM_REPORTER_ID,
} from '@zing/proto/moderation/cases'
import { CASE_CATEGORIES } from '@zing/proto/moderation/categories'
import type { Decision } from '@zing/proto/moderation/decisions'
import type { EvidenceMessage, ShownEvidenceMessage } from '@zing/proto/moderation/evidence'
import type { EvidenceView } from '../evidence/evidence-store.ts'
import type { CaseDocument } from '../models/case.ts'
import type { StoredDecision, StoredMatch } from '../models/case-parts.ts'
import { appealedDecisionOf, type JudgedCase } from './reports/reported-case.ts'
import { NO_RECORD } from './reports/reporter-records.ts'
import type { Moderator } from './rules/case-change.ts'
import { refusalOf, undoRefusalOf } from './rules/case-refusals.ts'
import { isUndoable } from './rules/case-undo.ts'
import { severityOf } from './rules/report-priority.ts'
import type { UserNames } from './user-names.ts'

/** The users whom a summary names. */
export function usersInSummary({ userId, claim }: CaseDocument): number[] {
  return [userId, ...(claim ? [claim.userId] : [])]
}

/** The reporter whose record orders the case and appears in its summary. Null for an appeal and for a system report. */
export function reporterInSummary({ dueReporterId }: CaseDocument): number | null {
  return dueReporterId === SYSTEM_REPORTER_ID ? null : dueReporterId
}

export interface SummaryParts {
  names: UserNames
  /** Records of the reporters from `reporterInSummary`; may have more users. */
  records: Map<number, ReporterRecord>
  at: Date
}

export function toSummary(stored: CaseDocument, { names, records, at }: SummaryParts): CaseSummary {
  const { _id, kind, status, userId, severity, reports, openedAt, dueAt, closedAt } = stored
  const reporterId = reporterInSummary(stored)
  return {
    id: _id,
    kind,
    status,
    severity: severityOf(severity),
    user: names.of(userId),
    categories: categoriesOf(stored),
    reportCount: reports.length,
    openedAt: openedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    claim: toClaim(stored, names, at),
    record: (reporterId !== null && records.get(reporterId)) || null,
  }
}

function toClaim({ claim }: Pick<CaseDocument, 'claim'>, names: UserNames, at: Date): Claim | null {
  if (!claim || claim.until <= at) return null
  return { userId: claim.userId, name: names.of(claim.userId).name, until: claim.until.toISOString() }
}

/** The users whom a decision names. */
function usersInDecision({ decidedBy, undoneBy }: StoredDecision): number[] {
  return [decidedBy, ...(undoneBy === null ? [] : [undoneBy])]
}

export function toDecision(stored: StoredDecision, names: UserNames): Decision {
  const {
    until,
    photoVersion,
    selfieVersion: _selfie,
    textDigest: _text,
    decidedAt,
    decidedBy,
    undoneAt,
    undoneBy,
    ...fields
  } = stored
  return {
    ...fields,
    ...(photoVersion !== undefined && { photoId: String(photoVersion) }),
    until: until?.toISOString() ?? null,
    decidedAt: decidedAt.toISOString(),
    decidedBy: names.of(decidedBy),
    undoneAt: undoneAt?.toISOString() ?? null,
    undoneBy: undoneBy === null ? null : names.of(undoneBy),
  }
}

/** Everything that a case page shows. */
export interface CaseParts extends JudgedCase {
  evidence: Map<number, EvidenceView>
  records: Map<number, ReporterRecord>
  /** Other cases about the user, the newest first. */
  others: CaseDocument[]
  /** Ban cases that system reports name and that still exist. */
  keptBans: ReadonlySet<number>
}

/** The users whom a case page names. */
export function usersInCase({ stored, reported, others }: CaseParts): number[] {
  const decisions = [stored, reported, ...others].flatMap((one) => one.decisions)
  return [
    ...usersInSummary(stored),
    ...reported.reports.map(({ reporterId }) => reporterId),
    ...stored.notes.map(({ authorId }) => authorId),
    ...[...decisions, ...(stored.appeal ? [stored.appeal.decision] : [])].flatMap(usersInDecision),
  ]
}

export function toCase(parts: CaseParts, names: UserNames, moderator: Moderator, at: Date): ModerationCase {
  const { stored, others } = parts
  const refusal = refusalOf(parts, moderator, names.roleOf(stored.userId))
  const { appeal, notes } = stored
  const canUndo = isUndoable(stored, parts.appeals, at) && !undoRefusalOf(parts, moderator)
  return {
    ...toSummary(stored, { names, records: parts.records, at }),
    reports: toReports(parts, names),
    decisions: stored.decisions.map((decision) => toDecision(decision, names)),
    appeal: appeal && {
      caseId: appeal.caseId,
      text: appeal.text,
      createdAt: appeal.createdAt.toISOString(),
      decision: toDecision(appealedDecisionOf(appeal, parts.reported), names),
    },
    notes: notes.map(({ id, authorId, text, createdAt }) => ({
      id,
      author: names.of(authorId),
      text,
      createdAt: createdAt.toISOString(),
    })),
    history: others.map((other) => toPastCase(other, names)),
    refusal,
    canUndo: canUndo && hasRole(moderator.role, 'admin'),
  }
}

/** Leaves out reports whose evidence is gone: there is nothing to judge. */
function toReports({ stored, reported, evidence, records, keptBans }: CaseParts, names: UserNames): CaseReport[] {
  return reported.reports.flatMap(({ id, reporterId, category, text, createdAt, match, flagged }) => {
    const found = evidence.get(id)
    if (!found) return []
    const { takenAt, profile, photoSha256, otherPhotos, messages, hash } = found
    const path = pathOf(getEvidencePhoto, { id: stored._id, reportId: id })
    const withPath = ({ media, ...message }: EvidenceMessage): ShownEvidenceMessage => ({
      ...message,
      ...(media && {
        media: {
          kind: media.kind,
          path: pathOf(getEvidenceMedia, { id: stored._id, mediaId: media.id }),
          ...(media.mayBeNude && { mayBeNude: true }),
        },
      }),
    })
    const photos = otherPhotos.map(({ version }) => ({ id: String(version), path: `${path}?photo=${version}` }))
    return {
      id,
      reporter: names.of(reporterId),
      record: records.get(reporterId) ?? NO_RECORD,
      category,
      text,
      createdAt: createdAt.toISOString(),
      evidence: { takenAt, profile, photo: photoSha256 && path, photos, messages: messages.map(withPath), hash },
      ...(match && { match: { sign: match.sign, caseId: keptCaseOf(match, keptBans) } }),
      ...(flagged && { flagged }),
    }
  })
}

function keptCaseOf({ caseId }: StoredMatch, keptBans: ReadonlySet<number>): number | null {
  return caseId !== null && keptBans.has(caseId) ? caseId : null
}

function toPastCase(stored: CaseDocument, names: UserNames): PastCase {
  const { _id: id, kind, openedAt, decisions } = stored
  return {
    id,
    kind,
    openedAt: openedAt.toISOString(),
    categories: categoriesOf(stored),
    decisions: decisions.map((decision) => toDecision(decision, names)),
  }
}

/** A case without reports is a suspension of a branch of invitations. */
function categoriesOf({ kind, reports }: Pick<CaseDocument, 'kind' | 'reports'>) {
  if (kind === 'report' && reports.length === 0) return ['other' as const]
  const reported = new Set(reports.map(({ category }) => category))
  return CASE_CATEGORIES.filter((category) => reported.has(category))
}
