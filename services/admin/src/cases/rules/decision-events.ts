import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { appealCreated, sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredDecision } from '../../models/case-parts.ts'
import { recognitionOf } from './case-recognition.ts'

export type Reported = Pick<CaseDocument, 'userId' | 'reports'>

/**
 * The reported user learns nothing of a dismissed report. A lift always lifts the appealed decision, even an undone
 * one. A concurrent undo of the lift may have imposed the sanction again.
 */
export function effectOf(
  reported: Reported,
  decision: StoredDecision,
  appealed: StoredDecision | null,
): PendingEvent[] {
  if (decision.action === 'dismiss') return []
  if (decision.action === 'lift') return appealed ? [lifted(reported.userId, appealed)] : []
  return [imposed(reported, decision, appealed?.id)]
}

/** Undoing the answer to an appeal opens the appeal again, and auth shows it to the suspended user. */
export function endOf(reported: Reported, decision: StoredDecision, appealed: StoredDecision | null): PendingEvent[] {
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
