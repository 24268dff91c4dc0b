import { randomUUID } from 'node:crypto'
import type { OutboxEntry, PendingEvent, Publish } from '@zing/kit/nats/outbox'
import type { Log } from '@zing/kit/observability/logger'
import type { AuditAction } from '@zing/proto/moderation/audit-log'
import type { ChainEntry } from '../models/chain.ts'
import { append, type ChainModels } from './hash-chain.ts'

/** What an entry of the audit log says: ids and values of lists, never words of users. */
export interface AuditRecord {
  action: AuditAction
  /** Null: an operator at the command line. */
  actorId: number | null
  caseId: number | null
  /** The user whom the entry is about. */
  userId: number | null
  details: Record<string, string>
  /** Of the case as the write left it that the entry is part of; missing from an entry that is not part of one. */
  seal?: CaseSeal
}

/** By which `npm run audit:verify` finds a case that was changed, or removed, in another way than by this service. */
export interface CaseSeal {
  digest: string
  epoch: number
}

type Deps = { models: ChainModels; log: Log }

/** The subject of audit entries in an outbox; not one of NATS. */
export const AUDIT_SUBJECT = 'audit'

/** An audit entry that is added after the write that causes it, and never without it. */
export function audited(record: AuditRecord): PendingEvent {
  return { subject: AUDIT_SUBJECT, payload: record }
}

/** What an entry says; null for a text that this service has not written, as the hash of the entry shows. */
export function recordOf({ content }: Pick<ChainEntry, 'content'>): AuditRecord | null {
  try {
    return JSON.parse(content) as AuditRecord
  } catch {
    return null
  }
}

/** Publishes events with `publishEvent` and adds audit entries to the log; a repeated one is added once. */
export function createPublishOrAudit(deps: Deps, publishEvent: Publish): Publish {
  return async function publishOrAudit(entry: OutboxEntry) {
    if (entry.subject !== AUDIT_SUBJECT) return publishEvent(entry)
    const record = entry.payload as AuditRecord // stored by `audited`
    // mongoose stores no empty objects
    await write(deps, { ...record, details: record.details ?? {} }, { entryId: entry.id, at: entry.at })
  }
}

/** Adds an entry before what it is about happens: a change that no audit entry shows must not be made. */
export function audit(deps: Deps, record: AuditRecord, entryId: string = randomUUID()): Promise<void> {
  return write(deps, record, { entryId, at: new Date() })
}

/** The log line anchors the chain: who rewrites the whole collection cannot rewrite the logs. */
async function write(
  { models, log }: Deps,
  record: AuditRecord,
  { entryId, at }: { entryId: string; at: Date },
): Promise<void> {
  const { _id, hash } = await append(models, { entryId, at, content: JSON.stringify(record) })
  log.info({ seq: _id, hash, action: record.action }, 'audit entry')
}
