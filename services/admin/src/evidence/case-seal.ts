import { type OutboxEntry, type PendingEvent, toOutboxEntries } from '@zing/kit/nats/outbox'
import { AUDIT_SUBJECT, type AuditRecord, type CaseSeal } from '../audit/audit.ts'
import { sha256 } from '../audit/hash-chain.ts'
import type { CaseDocument } from '../models/case.ts'

/** Fields that change without an audit entry: a moderator renews a claim, the relay empties the outbox. */
const UNSEALED = ['claim', 'rev', 'outbox']

/** Seals a case; null and missing fields are the same. */
export function sealOf(stored: CaseDocument): CaseSeal {
  const sealed = Object.entries(stored).filter(([field]) => !UNSEALED.includes(field))
  return { digest: sha256(JSON.stringify(canonical(Object.fromEntries(sealed)))), epoch: stored.epoch }
}

/** The outbox entries of a write to a case. Its audit entries seal the case as the write leaves it. */
export function outboxOf(after: CaseDocument, events: PendingEvent[], at?: Date): OutboxEntry[] {
  const seal = sealOf(after)
  const sealed = events.map(({ subject, payload }) =>
    subject === AUDIT_SUBJECT ? { subject, payload: { ...(payload as AuditRecord), seal } } : { subject, payload },
  )
  return toOutboxEntries(sealed, { rev: after.rev, epoch: after.epoch, at })
}

/**
 * Gives an object the same form before it is stored and after it is read. The database keeps neither order nor missing
 * fields.
 */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const fields = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined)
  const ordered = fields.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(ordered.map(([name, inner]) => [name, canonical(inner)]))
}
