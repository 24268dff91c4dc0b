import { AppError } from '@zing/kit/errors'
import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { errorCodes } from '@zing/proto/error-codes'
import { messages } from '@zing/proto/http/errors'
import { UNDO_MS } from '@zing/proto/limits'
import {
  APPEAL_ACTIONS,
  type DecisionAction,
  type DecisionReason,
  type ProfileText,
  REPORT_ACTIONS,
} from '@zing/proto/moderation/decisions'
import { appealCreated, measureLifted, measureTaken } from '@zing/proto/nats/events'
import type { PromptAnswer } from '@zing/proto/story'
import type { CaseDocument, StoredDecision } from '../models/case.ts'
import { audited } from './audit.ts'
import { aboutCase, type CaseChange, closingOf, type Moderator, openingOf, requireOpen } from './case-change.ts'
import { holderOf } from './case-claims.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

export interface DecisionInput {
  action: DecisionAction
  reason: DecisionReason
  text?: string
  days?: number
  field?: ProfileText
  /** The version of the photo; absent for the selfie. */
  photoId?: number
}

/** What a measure has removed, for its undo; null and absent for any other action. */
export interface Removed {
  removed: string | null
  removedPrompts?: PromptAnswer[]
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
  const photo = input.photoId !== undefined && { photoVersion: input.photoId }
  const made = { id, action, reason, text, days, field, ...photo, until, decidedAt: at, decidedBy: userId }
  const decision: StoredDecision = { ...made, undoneAt: null, undoneBy: null }
  const details = { decisionId: String(id), action, reason, ...(days !== null && { days: String(days) }) }
  return {
    set: { status: 'closed', closedAt: at, claim: null, decisions: [...before.decisions, decision] },
    events: [
      audited(aboutCase(before, userId, 'case.decided', details)),
      ...effectOf(before, decision),
      ...closingOf(before),
    ],
  }
}

/**
 * Takes the last decision back; with `isReopened` the case can be decided again. `removed` is what it removed.
 */
export function withUndo(
  before: CaseDocument,
  { userId }: Moderator,
  { at, removed, isReopened }: { at: Date; removed: Removed; isReopened: boolean },
): CaseChange {
  const decision = decisionToUndo(before, at)
  const undone: StoredDecision = { ...decision, undoneAt: at, undoneBy: userId }
  const details = { decisionId: String(decision.id), action: decision.action }
  return {
    set: {
      decisions: [...before.decisions.slice(0, -1), undone],
      ...(isReopened && { status: 'open' as const, closedAt: null, claim: null }),
    },
    events: [
      audited(aboutCase(before, userId, 'case.undone', details)),
      ...endOf(before, decision, removed),
      ...(isReopened ? openingOf(before) : []),
    ],
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

/** The last decision of a case that has been decided. */
export function lastDecisionOf({ decisions }: CaseDocument): StoredDecision {
  const decision = decisions.at(-1)
  if (!decision) throw new Error('a decided case has a decision')
  return decision
}

/** The reported user learns nothing of a report that is dismissed; a lifted measure is that of the appealed decision. */
function effectOf({ userId, appeal }: CaseDocument, decision: StoredDecision): PendingEvent[] {
  if (decision.action === 'dismiss') return []
  if (decision.action === 'lift') return appeal ? [lifted(userId, appeal.decision, { removed: null })] : []
  return [taken(userId, decision, appeal?.decision.id)]
}

/** An undo of the decision about an appeal opens the appeal again, which auth shows to the suspended user. */
function endOf({ userId, appeal }: CaseDocument, decision: StoredDecision, removed: Removed): PendingEvent[] {
  if (decision.action === 'dismiss') return []
  if (!appeal) return [lifted(userId, decision, removed)]
  const isOpen = event(appealCreated, { userId, decisionId: appeal.decision.id })
  return decision.action === 'lift' ? [taken(userId, appeal.decision), isOpen] : [isOpen]
}

function taken(userId: number, decision: StoredDecision, appealedId?: number): PendingEvent {
  return event(measureTaken, {
    ...measureOf(userId, decision),
    until: decision.until?.toISOString() ?? null,
    ...(appealedId !== undefined && { appealedId }),
  })
}

function lifted(userId: number, decision: StoredDecision, removed: Removed): PendingEvent {
  return event(measureLifted, { ...measureOf(userId, decision), ...removed })
}

function measureOf(userId: number, { id, action, reason, text, field, photoVersion }: StoredDecision) {
  const photo = photoVersion !== undefined && { photoVersion }
  return { userId, decisionId: id, action, reason, text, field, ...photo }
}
