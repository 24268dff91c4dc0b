import type { PendingEvent } from '@zing/kit/nats/outbox'
import { errors } from '@zing/proto/errors'
import {
  APPEAL_ACTIONS,
  type DecisionAction,
  type DecisionReason,
  type DismissalReason,
  type ProfileText,
  REPORT_ACTIONS,
} from '@zing/proto/moderation/decisions'
import { type AuditRecord, audited } from '../../audit/audit.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredDecision } from '../../models/case-parts.ts'
import { aboutCase, type CaseChange, closingOf, type Moderator, requireOpen } from './case-change.ts'
import { holderOf } from './case-claims.ts'
import { effectOf, type Reported } from './decision-events.ts'
import { timeAfter, timesOfCase, timesOfDecision } from './decision-time.ts'
import { requireSeen } from './seen-reports.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

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
  const decisions = [...before.decisions, decision]
  return {
    set: { status: 'closed', closedAt: at, claim: null, decisions },
    at: decidedAt,
    events: [
      audited(aboutCase(before, userId, 'case.decided', details)),
      ...effectOf(before, decision, appealed),
      ...closingOf({ ...before, decisions }),
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

/** The last decision of a decided case. */
export function lastDecisionOf({ decisions }: CaseDocument): StoredDecision {
  const decision = decisions.at(-1)
  if (!decision) throw new Error('a decided case has a decision')
  return decision
}
