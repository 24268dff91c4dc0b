import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { errors } from '@zing/proto/errors'
import { DECISION_UNDO_MS } from '@zing/proto/limits'
import {
  APPEAL_ACTIONS,
  type DecisionAction,
  type DecisionReason,
  type DismissalReason,
  type ProfileText,
  REPORT_ACTIONS,
} from '@zing/proto/moderation/decisions'
import { appealCreated, sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { type AuditRecord, audited } from '../../audit/audit.ts'
import type { CaseDocument, StoredDecision } from '../../models/case.ts'
import { aboutCase, type CaseChange, closingOf, type Moderator, openingOf, requireOpen } from './case-change.ts'
import { holderOf } from './case-claims.ts'
import { recognitionOf } from './case-recognition.ts'
import { timeAfter, timesOfCase, timesOfDecision } from './decision-time.ts'
import { requireSeen } from './seen-reports.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

type Reported = Pick<CaseDocument, 'userId' | 'reports'>

export interface DecisionInput {
  action: DecisionAction
  reason: DecisionReason
  text?: string
  days?: number
  field?: ProfileText
  /** The version of the photo; absent for the selfie. */
  photoId?: number
  /** Reports that the moderator has seen; if absent, the reports that the claim has seen. */
  reportIds?: number[]
}

interface DecisionParts {
  id: number
  /** The time on the clock of this process. */
  at: Date
  /** The decision that an appeal is about, in its current state. */
  appealed: StoredDecision | null
  /** The account is gone: a sanction reaches nobody. */
  isAccountGone?: boolean
  /** Digest of the text in the evidence, for `remove-text`. */
  textDigest?: string
}

/**
 * Closes the case. 409 if the claim no longer holds: another moderator may have the case by now. 409 also if the
 * moderator has missed a report, or upholds a decision that an admin has undone.
 */
export function withDecision(
  before: CaseDocument,
  { userId }: Moderator,
  input: DecisionInput,
  parts: DecisionParts,
): CaseChange {
  const { at, appealed } = parts
  const { action } = input
  requireOpen(before)
  if (holderOf(before, at) !== userId) throw errors.claimLost()
  requireSeen(before, input.reportIds ?? before.claim?.reportIds ?? [])
  const actions: readonly DecisionAction[] = before.appeal ? APPEAL_ACTIONS : REPORT_ACTIONS
  if (!actions.includes(action)) throw errors.actionMisfit()
  if (action === 'uphold' && appealed?.undoneAt) throw errors.decisionUndone()

  return closed(before, userId, input, parts)
}

/** Dismisses a case of one reporter without a claim, together with other cases of that reporter. */
export function withDismissal(
  before: CaseDocument,
  { userId }: Moderator,
  { reporterId, reason }: { reporterId: number; reason: DismissalReason },
  { id, at }: { id: number; at: Date },
): CaseChange {
  requireOpen(before)
  const details = { reporterId: String(reporterId) }
  return closed(before, userId, { action: 'dismiss', reason }, { id, at, appealed: null, details })
}

interface ClosingParts extends DecisionParts {
  /** More details for the audit entry. */
  details?: AuditRecord['details']
}

function closed(
  before: CaseDocument,
  userId: number,
  input: DecisionInput,
  { id, at, appealed, textDigest, isAccountGone, details: more }: ClosingParts,
): CaseChange {
  const { action, reason } = input
  const [text, days, field] = [input.text ?? null, input.days ?? null, input.field ?? null]
  const decidedAt = timeAfter(at, [...timesOfCase(before), ...(appealed ? timesOfDecision(appealed) : [])])
  const until = days === null ? null : new Date(at.getTime() + days * DAY_MS)
  const photo = action === 'remove-photo' && removedPhotoOf(before, input)
  const shown = textDigest !== undefined && { textDigest }
  const made = { id, action, reason, text, days, field, ...photo, ...shown, until, decidedAt, decidedBy: userId }
  const isWithoutEffect = isAccountGone && action !== 'dismiss' && !appealed && { isAccountGone }
  const decision: StoredDecision = { ...made, undoneAt: null, undoneBy: null, ...isWithoutEffect }
  const details = { decisionId: String(id), action, reason, ...(days !== null && { days: String(days) }), ...more }
  return {
    set: { status: 'closed', closedAt: at, claim: null, decisions: [...before.decisions, decision] },
    at: decidedAt,
    events: [
      audited(aboutCase(before, userId, 'case.decided', details)),
      ...effectOf(before, decision, appealed),
      ...closingOf(before),
    ],
  }
}

/** A suspension that ends only when somebody lifts it. */
export function endlessSuspension({
  id,
  at,
  ...made
}: {
  id: number
  at: Date
  text: string | null
  decidedBy: number
}): { stored: StoredDecision; eventsFor(reported: Reported): PendingEvent[] } {
  const stored: StoredDecision = {
    id,
    action: 'suspend',
    reason: 'other',
    days: null,
    field: null,
    until: null,
    decidedAt: at,
    undoneAt: null,
    undoneBy: null,
    ...made,
  }
  return { stored, eventsFor: (reported) => effectOf(reported, stored, null) }
}

/** Removes only the selfie from the reports: no moderator has seen a selfie that replaced it. */
function removedPhotoOf({ reports }: CaseDocument, { photoId }: DecisionInput) {
  if (photoId !== undefined) return { photoVersion: photoId }
  const selfieVersion = reports.findLast((report) => report.selfieVersion)?.selfieVersion
  return selfieVersion ? { selfieVersion } : {}
}

type Decided = Pick<CaseDocument, 'decisions'>

interface UndoParts extends Omit<DecisionParts, 'id' | 'textDigest' | 'isAccountGone'> {
  /** The case that an appeal is about. */
  reported?: CaseDocument
  /** Appeals against decisions of this case, or of the case that this appeal is about. */
  appeals: CaseDocument[]
  isReopened: boolean
}

/** Undoes the last decision; with `isReopened` moderators can decide the case again. */
export function withUndo(
  before: CaseDocument,
  { userId }: Moderator,
  { at, appealed, appeals, isReopened, reported = before }: UndoParts,
): CaseChange {
  const decision = decisionToUndo(before, appeals, at)
  const past = [before, ...appeals].flatMap(timesOfCase)
  const undoneAt = timeAfter(at, [...past, ...(appealed ? timesOfDecision(appealed) : [])])
  const undone: StoredDecision = { ...decision, undoneAt, undoneBy: userId }
  const details = { decisionId: String(decision.id), action: decision.action }
  return {
    set: {
      decisions: [...before.decisions.slice(0, -1), undone],
      ...(isReopened && { status: 'open' as const, closedAt: null, claim: null }),
    },
    at: undoneAt,
    events: [
      audited(aboutCase(before, userId, 'case.undone', details)),
      ...endOf(reported, decision, appealed),
      ...(isReopened ? openingOf(before) : []),
    ],
  }
}

/** True while an admin may still undo the decision. */
function isWithinUndo({ decidedAt }: Pick<StoredDecision, 'decidedAt'>, at: Date): boolean {
  return at.getTime() - decidedAt.getTime() <= DECISION_UNDO_MS
}

/** 409 without a decision to undo, after DECISION_UNDO_MS, and once an appeal against the decision is closed. */
function decisionToUndo({ decisions }: Decided, appeals: CaseDocument[], at: Date): StoredDecision {
  const decision = decisions.at(-1)
  if (!decision || decision.undoneAt) throw errors.caseOpen()
  if (!isWithinUndo(decision, at)) throw errors.undoTooLate()
  if (isAppealClosed(decision, appeals)) throw errors.appealDecided()
  return decision
}

/** True if an admin can undo the last decision of a case now. */
export function isUndoable({ decisions }: Decided, appeals: CaseDocument[], at: Date): boolean {
  const last = decisions.at(-1)
  return Boolean(last && !last.undoneAt && isWithinUndo(last, at) && !isAppealClosed(last, appeals))
}

function isAppealClosed({ id }: StoredDecision, appeals: CaseDocument[]): boolean {
  return appeals.some(({ status, appeal }) => status === 'closed' && appeal?.decision.id === id)
}

/** The last decision of a decided case. */
export function lastDecisionOf({ decisions }: CaseDocument): StoredDecision {
  const decision = decisions.at(-1)
  if (!decision) throw new Error('a decided case has a decision')
  return decision
}

/**
 * The reported user learns nothing of a dismissed report. A lift always lifts the appealed decision, even an undone
 * one. A concurrent undo of the lift may have imposed the sanction again.
 */
function effectOf(reported: Reported, decision: StoredDecision, appealed: StoredDecision | null): PendingEvent[] {
  if (decision.action === 'dismiss') return []
  if (decision.action === 'lift') return appealed ? [lifted(reported.userId, appealed)] : []
  return [imposed(reported, decision, appealed?.id)]
}

/** Undoing the answer to an appeal opens the appeal again, and auth shows it to the suspended user. */
function endOf(reported: Reported, decision: StoredDecision, appealed: StoredDecision | null): PendingEvent[] {
  const { userId } = reported
  if (decision.action === 'dismiss') return []
  if (!appealed) return [lifted(userId, decision)]
  const isOpen = event(appealCreated, { userId, decisionId: appealed.id })
  return decision.action === 'lift' && !appealed.undoneAt ? [imposed(reported, appealed), isOpen] : [isOpen]
}

function imposed(reported: Reported, decision: StoredDecision, appealedId?: number): PendingEvent {
  return event(sanctionImposed, {
    ...imposedSanctionOf(reported, decision),
    ...(appealedId !== undefined && { appealedId }),
  })
}

/** The payload of `sanctionImposed` for a decision. */
export function imposedSanctionOf(reported: Reported, decision: StoredDecision) {
  const recognition = decision.action === 'ban' ? recognitionOf(reported) : undefined
  const until = decision.until?.toISOString() ?? null
  return { ...sanctionOf(reported.userId, decision), until, ...(recognition && { recognition }) }
}

function lifted(userId: number, decision: StoredDecision): PendingEvent {
  return event(sanctionLifted, sanctionOf(userId, decision))
}

/** The common payload of all events about a decision. */
export function sanctionOf(userId: number, { id, action, reason, text, field, ...removed }: StoredDecision) {
  const photoVersion = removed.photoVersion ?? removed.selfieVersion
  const shown = removed.textDigest !== undefined && { textDigest: removed.textDigest }
  const photo = photoVersion !== undefined && { photoVersion }
  return { userId, decisionId: id, action, reason, text, field, ...photo, ...shown }
}
