import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import type { Role } from '@zing/proto/accounts/roles'
import { errors } from '@zing/proto/errors'
import { caseClosed, caseOpened } from '@zing/proto/nats/events'
import type { AuditRecord } from '../../audit/audit.ts'
import type { CaseDocument } from '../../models/case.ts'
import { limitsUser } from './report-priority.ts'

// The rules of a case are pure functions that return what a change sets and publishes; `changeCase` applies the changes.

export interface CaseChange {
  set: Partial<Omit<CaseDocument, '_id' | 'rev' | 'epoch'>>
  events: PendingEvent[]
  /** The time of the events; missing: now. */
  at?: Date
}

export interface Moderator {
  userId: number
  role?: Role
}

export function requireOpen({ status }: CaseDocument): void {
  if (status === 'closed') throw errors.caseClosed()
}

/** The events of an opened case: auth then trusts the user less, if the reports are reason enough. */
export function openingOf({ _id: caseId, userId, kind, reports }: Opened): PendingEvent[] {
  return kind === 'report' && limitsUser(reports) ? [event(caseOpened, { userId, caseId })] : []
}

type Opened = Pick<CaseDocument, '_id' | 'userId' | 'kind' | 'reports'>

/** The events of a closed case. Others then see the photos that the moderator has not removed. */
export function closingOf(closed: CaseDocument): PendingEvent[] {
  const { _id: caseId, userId, kind } = closed
  return kind === 'report' ? [event(caseClosed, { userId, caseId, ...clearedPhotosOf(closed) })] : []
}

/** The flagged photos that no decision of the closed case has removed. */
export function clearedPhotosOf({ reports, decisions }: Pick<CaseDocument, 'reports' | 'decisions'>): {
  clearedPhotos?: number[]
} {
  const removed = decisions
    .filter(({ action, undoneAt }) => action === 'remove-photo' && !undoneAt)
    .map(({ photoVersion, selfieVersion }) => photoVersion ?? selfieVersion)
  const flagged = reports.flatMap((report) => report.flagged?.photoVersion ?? [])
  const clearedPhotos = flagged.filter((version) => !removed.includes(version))
  return clearedPhotos.length > 0 ? { clearedPhotos } : {}
}

/** An entry of the audit log about a case. */
export function aboutCase(
  { _id: caseId, userId }: Pick<CaseDocument, '_id' | 'userId'>,
  actorId: number | null,
  action: AuditRecord['action'],
  details: AuditRecord['details'] = {},
): AuditRecord {
  return { action, actorId, caseId, userId, details }
}
