import { type OutboxEntry, outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { CASE_KINDS, type CaseKind } from '@zing/proto/moderation/cases'
import { type Connection, Schema } from 'mongoose'
import * as parts from './case-parts.ts'

export interface CaseDocument {
  _id: number
  kind: CaseKind
  status: 'open' | 'closed'
  userId: number
  severity: number
  openedAt: Date
  dueAt: Date
  closedAt: Date | null
  claim: parts.StoredClaim | null
  reports: parts.StoredReport[]
  /** The reporter whose report gives `dueAt`; null in appeals. */
  dueReporterId: number | null
  decisions: parts.StoredDecision[]
  notes: parts.StoredNote[]
  appeal: parts.StoredAppeal | null
  hasEvidence: boolean
  /** Unique for a suspension of a whole branch of invitations, see `suspendUser`; missing otherwise. */
  branchKey?: string
  rev: number
  epoch: number
}

const time = { type: Date, default: null }

/**
 * A case: all open reports about one user, or one appeal. It is one document, so that a claim, a decision with its
 * events, or a further report is one write.
 */
const schema = new Schema<CaseDocument & { outbox: OutboxEntry[] }>(
  {
    _id: { type: Number, required: true },
    kind: { type: String, enum: CASE_KINDS, required: true },
    status: { type: String, enum: ['open', 'closed'], required: true },
    userId: { type: Number, required: true }, // the user whom the case is about
    severity: { type: Number, required: true }, // index in SEVERITIES of the most severe report
    openedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true }, // orders the queue, see report-priority
    closedAt: time,
    claim: { type: parts.claim, default: null },
    reports: { type: [parts.report], default: [] }, // empty in an appeal
    dueReporterId: { type: Number, default: null }, // the reporter whose report gives dueAt
    decisions: { type: [parts.decision], default: [] }, // oldest first; all but the last one are undone
    notes: { type: [parts.note], default: [] },
    appeal: { type: parts.appeal, default: null },
    hasEvidence: { type: Boolean, default: true }, // false once it is deleted, see retention; has no meaning in an appeal
    branchKey: String,
    rev: { type: Number, required: true }, // +1 with every change, for compare-and-swap
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ userId: 1 }, { unique: true, partialFilterExpression: { status: 'open', kind: 'report' } })
schema.index({ userId: 1, openedAt: -1 }) // history
schema.index({ status: 1, dueAt: 1, _id: 1 }) // queue
schema.index({ status: 1, closedAt: -1, _id: -1 })
schema.index({ 'appeal.caseId': 1 }, { partialFilterExpression: { kind: 'appeal' } })
schema.index({ 'reports.reporterId': 1 }) // reporters' records
schema.index({ 'reports.id': 1 })
schema.index({ 'notes.authorId': 1 }) // erasure
schema.index({ 'reports.match.caseId': 1 }) // lookalikes of a banned account
schema.index(
  { 'decisions.id': 1 },
  { unique: true, partialFilterExpression: { 'decisions.0': { $exists: true } } }, // cases with a decision
)
schema.index({ 'appeal.decision.id': 1 }, { unique: true, partialFilterExpression: { kind: 'appeal' } }) // one appeal each
schema.index({ branchKey: 1 }, { unique: true, partialFilterExpression: { branchKey: { $exists: true } } })
schema.index(...outboxIndex)

export function caseModel(db: Connection) {
  return db.model('Case', schema, 'cases')
}
