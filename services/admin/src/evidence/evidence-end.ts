import { BAN_RECORD_MS, EVIDENCE_KEPT_MS } from '@zing/proto/limits'
import type { CaseDocument } from '../models/case.ts'
import type { StoredDecision } from '../models/case-parts.ts'

type Decided = Pick<CaseDocument, 'status' | 'closedAt' | 'decisions'>

/**
 * The time at which the evidence of a reported case is deleted. That is EVIDENCE_KEPT_MS after the case was closed, or
 * when a longer sanction ends. A ban lasts as long as its record. Null while the case, or an appeal against its
 * decision, is open.
 */
export function evidenceEndOf(reported: Decided, appeals: Decided[]): Date | null {
  const kept = keptUntil(reported)
  if (!kept || appeals.some(({ status }) => status === 'open')) return null
  const isLifted = appeals.some((appeal) => lastOf(appeal)?.action === 'lift')
  const decision = lastOf(reported)
  const sanctionEnd = decision && !isLifted ? sanctionEndOf(decision) : null
  return sanctionEnd && sanctionEnd > kept ? sanctionEnd : kept
}

/** Like `evidenceEndOf`, but for a deleted user, for whom no sanction holds any more. Null while the case is open. */
export function keptUntil({ status, closedAt }: Pick<CaseDocument, 'status' | 'closedAt'>): Date | null {
  return status === 'closed' && closedAt ? new Date(closedAt.getTime() + EVIDENCE_KEPT_MS) : null
}

/** The decision that counts. */
function lastOf({ decisions }: Pick<CaseDocument, 'decisions'>): StoredDecision | undefined {
  const decision = decisions.at(-1)
  return decision?.undoneAt ? undefined : decision
}

function sanctionEndOf({ action, decidedAt, until }: StoredDecision): Date | null {
  return action === 'ban' ? new Date(decidedAt.getTime() + BAN_RECORD_MS) : until
}
