import { BAN_RECORD_MS, EVIDENCE_KEPT_MS } from '@zing/proto/limits'
import type { CaseDocument, StoredDecision } from '../models/case.ts'

type Decided = Pick<CaseDocument, 'status' | 'closedAt' | 'decisions'>

/**
 * When the evidence of a case of reports is deleted: EVIDENCE_KEPT_MS after its end, or with its sanction, which of a ban is
 * as long as its record. Null while the case, or an appeal against its decision, is open.
 */
export function evidenceEndOf(reported: Decided, appeals: Decided[]): Date | null {
  const kept = keptUntil(reported)
  if (!kept || appeals.some(({ status }) => status === 'open')) return null
  const isLifted = appeals.some((appeal) => lastOf(appeal)?.action === 'lift')
  const decision = lastOf(reported)
  const sanctionEnd = decision && !isLifted ? sanctionEndOf(decision) : null
  return sanctionEnd && sanctionEnd > kept ? sanctionEnd : kept
}

/** As `evidenceEndOf`, of a case about a user who is gone: no sanction holds any more. Null while it is open. */
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
