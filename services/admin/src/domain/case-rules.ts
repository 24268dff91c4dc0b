import { AppError } from '@zing/kit/errors'
import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { errorCodes } from '@zing/proto/error-codes'
import { messages } from '@zing/proto/http/errors'
import { CASE_LEASE_MS, CASE_NOTES_MAX, CASE_REPORTS_MAX, UNDO_MS } from '@zing/proto/limits'
import {
  APPEAL_ACTIONS,
  type DecisionAction,
  type DecisionReason,
  type ProfileText,
  REPORT_ACTIONS,
} from '@zing/proto/moderation'
import { measureLifted, measureTaken } from '@zing/proto/nats/events'
import { hasRole, type Role } from '@zing/proto/roles'
import type { CaseDocument, StoredDecision, StoredNote, StoredReport } from '../models/case.ts'
import { type AuditRecord, audited } from './audit.ts'
import { severityRank } from './report-priority.ts'

// What each change of a case sets and announces, and who is refused. Pure: `changeCase` applies the changes.

const DAY_MS = 24 * 60 * 60 * 1_000

export interface CaseChange {
  set: Partial<Omit<CaseDocument, '_id' | 'rev' | 'epoch'>>
  events: PendingEvent[]
}

export interface Moderator {
  userId: number
  role?: Role
}

export type Refusal = 'own-case' | 'own-decision' | 'needs-admin'

const REFUSALS: Record<Refusal, string> = {
  'own-case': messages.ownCase,
  'own-decision': messages.ownDecision,
  'needs-admin': messages.adminCase,
}

/** Why a moderator may not decide a case; null if they may. `subjectRole` is that of the user whom it is about. */
export function refusalOf(
  { userId, reports, appeal }: CaseDocument,
  moderator: Moderator,
  subjectRole: Role | undefined,
): Refusal | null {
  const isPart = userId === moderator.userId || reports.some(({ reporterId }) => reporterId === moderator.userId)
  if (isPart) return 'own-case'
  if (appeal?.decision.decidedBy === moderator.userId) return 'own-decision'
  return subjectRole && !hasRole(moderator.role, 'admin') ? 'needs-admin' : null
}

export function requireMayDecide(before: CaseDocument, moderator: Moderator, subjectRole: Role | undefined): void {
  const refusal = refusalOf(before, moderator, subjectRole)
  if (refusal) throw refused(refusal)
}

export function refused(refusal: Refusal): AppError {
  return new AppError(403, REFUSALS[refusal], { code: errorCodes.caseRefused })
}

/** A case of one report that nobody has looked at yet. */
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
    decisions: [],
    notes: [],
    appeal: null,
    hasEvidence: true,
    rev: 1,
    epoch,
  }
}

/** A further report: the gravest one orders the case. 409 while one of the same reporter is open. */
export function withReport(before: CaseDocument, report: StoredReport, dueAt: Date): CaseChange {
  if (before.reports.some(({ reporterId }) => reporterId === report.reporterId)) throw reportOpen()
  if (before.reports.length >= CASE_REPORTS_MAX)
    throw new AppError(409, messages.caseFull, { code: errorCodes.reportOpen })
  return {
    set: {
      reports: [...before.reports, report],
      severity: Math.min(before.severity, severityRank(report.category)),
      dueAt: dueAt < before.dueAt ? dueAt : before.dueAt,
    },
    events: [reportAudit(before._id, before.userId, report)],
  }
}

export function reportOpen(): AppError {
  return new AppError(409, messages.reportOpen, { code: errorCodes.reportOpen })
}

export function reportAudit(caseId: number, userId: number, { id, reporterId, category }: StoredReport): PendingEvent {
  const details = { reportId: String(id), category }
  return audited({ action: 'report.created', actorId: reporterId, caseId, userId, details })
}

/** A lease: it ends by itself, and a further claim of the same moderator renews it. */
export function withClaim(before: CaseDocument, { userId }: Moderator, at: Date): CaseChange {
  requireOpen(before)
  const holder = holderOf(before, at)
  if (holder !== null && holder !== userId)
    throw new AppError(409, messages.caseClaimed, { code: errorCodes.caseClaimed })
  const claim = { userId, until: new Date(at.getTime() + CASE_LEASE_MS) }
  return { set: { claim }, events: holder === userId ? [] : [audited(about(before, userId, 'case.claimed'))] }
}

/** Null if the moderator does not hold the case. */
export function withoutClaim(before: CaseDocument, { userId }: Moderator, at: Date): CaseChange | null {
  if (holderOf(before, at) !== userId) return null
  return { set: { claim: null }, events: [audited(about(before, userId, 'case.released'))] }
}

/** The moderator whose claim still holds. */
export function holderOf({ claim }: Pick<CaseDocument, 'claim'>, at: Date): number | null {
  return claim && claim.until > at ? claim.userId : null
}

export function withNote(before: CaseDocument, note: StoredNote): CaseChange {
  if (before.notes.length >= CASE_NOTES_MAX) throw new AppError(409, messages.tooManyNotes)
  return { set: { notes: [...before.notes, note] }, events: [audited(about(before, note.authorId, 'case.noted'))] }
}

export interface DecisionInput {
  action: DecisionAction
  reason: DecisionReason
  text?: string
  days?: number
  field?: ProfileText
}

/** Closes the case. 409 without a claim that still holds: another moderator may have the case by now. */
export function withDecision(
  before: CaseDocument,
  { userId }: Moderator,
  input: DecisionInput,
  { id, at }: { id: number; at: Date },
): CaseChange {
  const { action, reason } = input
  const [text, days, field] = [input.text ?? null, input.days ?? null, input.field ?? null]
  requireOpen(before)
  if (holderOf(before, at) !== userId) throw new AppError(409, messages.claimLost, { code: errorCodes.claimLost })
  const actions: readonly DecisionAction[] = before.appeal ? APPEAL_ACTIONS : REPORT_ACTIONS
  if (!actions.includes(action)) throw new AppError(400, messages.actionMisfit)

  const until = days === null ? null : new Date(at.getTime() + days * DAY_MS)
  const made = { id, action, reason, text, days, field, until, decidedAt: at, decidedBy: userId }
  const decision: StoredDecision = { ...made, undoneAt: null, undoneBy: null }
  const details = { decisionId: String(id), action, reason, ...(days !== null && { days: String(days) }) }
  return {
    set: { status: 'closed', closedAt: at, claim: null, decisions: [...before.decisions, decision] },
    events: [audited(about(before, userId, 'case.decided', details)), ...effectOf(before, decision)],
  }
}

/**
 * Takes the last decision back; with `isReopened` the case can be decided anew. `removed` is the text that it removed.
 */
export function withUndo(
  before: CaseDocument,
  { userId }: Moderator,
  { at, removed, isReopened }: { at: Date; removed: string | null; isReopened: boolean },
): CaseChange {
  const decision = decisionToUndo(before, at)
  const undone: StoredDecision = { ...decision, undoneAt: at, undoneBy: userId }
  const details = { decisionId: String(decision.id), action: decision.action }
  return {
    set: {
      decisions: [...before.decisions.slice(0, -1), undone],
      ...(isReopened && { status: 'open' as const, closedAt: null, claim: null }),
    },
    events: [audited(about(before, userId, 'case.undone', details)), ...endOf(before, decision, removed)],
  }
}

/** 409 where there is nothing to undo, or after UNDO_MS. */
export function decisionToUndo({ decisions }: Pick<CaseDocument, 'decisions'>, at: Date): StoredDecision {
  const decision = decisions.at(-1)
  if (!decision || decision.undoneAt) throw new AppError(409, messages.caseOpen, { code: errorCodes.caseOpen })
  if (at.getTime() - decision.decidedAt.getTime() > UNDO_MS)
    throw new AppError(409, messages.undoTooLate, { code: errorCodes.undoTooLate })
  return decision
}

/** The reported user learns nothing of a report that is dismissed; a lifted measure is that of the appealed decision. */
function effectOf({ userId, appeal }: CaseDocument, decision: StoredDecision): PendingEvent[] {
  if (decision.action === 'dismiss') return []
  if (decision.action === 'lift') return appeal ? [lifted(userId, appeal.decision, null)] : []
  return [taken(userId, decision)]
}

function endOf({ userId, appeal }: CaseDocument, decision: StoredDecision, removed: string | null): PendingEvent[] {
  if (decision.action === 'dismiss' || decision.action === 'uphold') return []
  if (decision.action === 'lift') return appeal ? [taken(userId, appeal.decision)] : []
  return [lifted(userId, decision, removed)]
}

function taken(userId: number, { id, action, reason, text, field, until }: StoredDecision): PendingEvent {
  const payload = { userId, decisionId: id, action, reason, text, field, until: until?.toISOString() ?? null }
  return event(measureTaken, payload)
}

function lifted(
  userId: number,
  { id, action, reason, text, field }: StoredDecision,
  removed: string | null,
): PendingEvent {
  return event(measureLifted, { userId, decisionId: id, action, reason, text, field, removed })
}

function requireOpen({ status }: CaseDocument): void {
  if (status === 'closed') throw new AppError(409, messages.caseClosed, { code: errorCodes.caseClosed })
}

function about(
  { _id: caseId, userId }: CaseDocument,
  actorId: number,
  action: AuditRecord['action'],
  details: Record<string, string> = {},
): AuditRecord {
  return { action, actorId, caseId, userId, details }
}
