import type { PendingEvent } from '@zing/kit/nats/outbox'
import { errors } from '@zing/proto/errors'
import { DECISION_UNDO_MS } from '@zing/proto/limits'
import { audited } from '../../audit/audit.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredDecision } from '../../models/case-parts.ts'
import { aboutCase, type CaseChange, clearedPhotosOf, closingOf, type Moderator, openingOf } from './case-change.ts'
import { endOf } from './decision-events.ts'
import { timeAfter, timesOfCase, timesOfDecision } from './decision-time.ts'

type Decided = Pick<CaseDocument, 'decisions'>

interface UndoParts {
  /** The time on the clock of this process. */
  at: Date
  /** The decision that an appeal is about, in its current state. */
  appealed: StoredDecision | null
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
  const decisions = [...before.decisions.slice(0, -1), undone]
  return {
    set: {
      decisions,
      ...(isReopened && { status: 'open' as const, closedAt: null, claim: null }),
    },
    at: undoneAt,
    events: [
      audited(aboutCase(before, userId, 'case.undone', details)),
      ...endOf(reported, decision, appealed),
      ...(isReopened ? openingOf(before) : clearingOf({ ...before, decisions })),
    ],
  }
}

/** A photo that comes back into a case that stays closed needs no other decision. */
function clearingOf(closed: CaseDocument): PendingEvent[] {
  return clearedPhotosOf(closed).clearedPhotos ? closingOf(closed) : []
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
