import { randomUUID } from 'node:crypto'
import type { OutboxEntry, PendingEvent, Publish } from '@zing/kit/nats/outbox'
import type { Log } from '@zing/kit/observability/logger'
import type { AuditAction, AuditDetails } from '@zing/proto/moderation/audit-log'
import type { ChainEntry } from '../models/chain.ts'
import { append, type ChainModels } from './hash-chain.ts'

/** An audit entry: ids and values from fixed lists, never words of users. */
export interface AuditRecord {
  action: AuditAction
  /** Null for an operator at the command line. */
  actorId: number | null
  caseId: number | null
  /** The user whom the entry is about. */
  userId: number | null
  details: AuditDetails
  /** Seals the case as this write leaves it; missing from an entry without a case. */
  seal?: CaseSeal
}

/** Lets `npm run audit:verify` find a case that anything but this service has changed or removed. */
export interface CaseSeal {
  digest: string
  epoch: number
}

type Deps = { models: ChainModels; log: Log }

/** The outbox subject of audit entries; NATS does not know it. */
export const AUDIT_SUBJECT = 'audit'

/** An outbox entry for the audit log. The relay adds it to the log after the write that stores it. */
export function audited(record: AuditRecord): PendingEvent {
  return { subject: AUDIT_SUBJECT, payload: record }
}

/** Parses an entry. Null for a text that this service did not write, which the entry's hash also shows. */
export function recordOf({ content }: Pick<ChainEntry, 'content'>): AuditRecord | null {
  try {
    return JSON.parse(content) as AuditRecord
  } catch {
    return null
  }
}

/** Publishes events with `publishEvent`, and adds audit entries to the log; a repeated entry is added once. */
export function createPublishOrAudit(deps: Deps, publishEvent: Publish): Publish {
  return async function publishOrAudit(entry: OutboxEntry) {
    if (entry.subject !== AUDIT_SUBJECT) return publishEvent(entry)
    const record = entry.payload as AuditRecord // stored by `audited`
    // mongoose stores no empty objects
    await write(deps, { ...record, details: record.details ?? {} }, { entryId: entry.id, at: entry.at })
  }
}

/** Adds an entry before the change that it describes: without an audit entry the change must not happen. */
export function audit(deps: Deps, record: AuditRecord, entryId: string = randomUUID()): Promise<void> {
  return write(deps, record, { entryId, at: new Date() })
}

/** The log line anchors the chain: an attacker who rewrites the whole collection cannot rewrite the logs. */
async function write(
  { models, log }: Deps,
  record: AuditRecord,
  { entryId, at }: { entryId: string; at: Date },
): Promise<void> {
  const { _id, hash } = await append(models, { entryId, at, content: JSON.stringify(record) })
  log.info({ seq: _id, hash, action: record.action }, 'audit entry')
}
