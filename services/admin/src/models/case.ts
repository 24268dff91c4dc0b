import { type OutboxEntry, outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import {
  CASE_KINDS,
  type CaseKind,
  DecisionAction,
  DecisionReason,
  PROFILE_TEXTS,
  type ProfileText,
  REPORT_CATEGORIES,
  type ReportCategory,
} from '@zing/proto/moderation'
import { type Connection, Schema } from 'mongoose'

export interface StoredReport {
  id: number
  reporterId: number
  category: ReportCategory
  text: string | null
  createdAt: Date
}

export interface StoredDecision {
  id: number
  action: DecisionAction
  reason: DecisionReason
  text: string | null
  days: number | null
  field: ProfileText | null
  until: Date | null
  decidedAt: Date
  decidedBy: number
  undoneAt: Date | null
  undoneBy: number | null
}

export interface StoredNote {
  id: number
  authorId: number
  text: string
  createdAt: Date
}

/** What an appeal is about, with a copy of the decision, so that who made it is known in every write to the appeal. */
export interface StoredAppeal {
  caseId: number
  decision: StoredDecision
  text: string
  createdAt: Date
}

export interface CaseDocument {
  _id: number
  kind: CaseKind
  status: 'open' | 'closed'
  userId: number
  severity: number
  openedAt: Date
  dueAt: Date
  closedAt: Date | null
  claim: { userId: number; until: Date } | null
  reports: StoredReport[]
  decisions: StoredDecision[]
  notes: StoredNote[]
  appeal: StoredAppeal | null
  hasEvidence: boolean
  rev: number
  epoch: number
}

const text = { type: String, default: null }
const time = { type: Date, default: null }
const report = new Schema<StoredReport>(
  {
    id: { type: Number, required: true },
    reporterId: { type: Number, required: true },
    category: { type: String, enum: REPORT_CATEGORIES, required: true },
    text,
    createdAt: { type: Date, required: true },
  },
  { _id: false, id: false },
)
const decision = new Schema<StoredDecision>(
  {
    id: { type: Number, required: true },
    action: { type: String, enum: DecisionAction.options, required: true },
    reason: { type: String, enum: DecisionReason.options, required: true },
    text, // for the user
    days: { type: Number, default: null },
    field: { type: String, enum: PROFILE_TEXTS, default: null },
    until: time, // end of a suspension
    decidedAt: { type: Date, required: true },
    decidedBy: { type: Number, required: true },
    undoneAt: time,
    undoneBy: { type: Number, default: null },
  },
  { _id: false, id: false },
)
const note = new Schema<StoredNote>(
  {
    id: { type: Number, required: true },
    authorId: { type: Number, required: true },
    text: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { _id: false, id: false },
)
const claim = new Schema<NonNullable<CaseDocument['claim']>>(
  { userId: { type: Number, required: true }, until: { type: Date, required: true } },
  { _id: false, id: false },
)
const appeal = new Schema<StoredAppeal>(
  {
    caseId: { type: Number, required: true },
    decision: { type: decision, required: true },
    text: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { _id: false, id: false },
)

/**
 * What moderators decide together: all open reports about one user, or one appeal. In one document, so that a claim, a
 * decision with its events and its audit entry, and a further report are each one write.
 */
const schema = new Schema<CaseDocument & { outbox: OutboxEntry[] }>(
  {
    _id: { type: Number, required: true },
    kind: { type: String, enum: CASE_KINDS, required: true },
    status: { type: String, enum: ['open', 'closed'], required: true },
    userId: { type: Number, required: true }, // whom it is about
    severity: { type: Number, required: true }, // index in SEVERITIES, of the gravest report
    openedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true }, // orders the queue, see report-priority
    closedAt: time,
    claim: { type: claim, default: null },
    reports: { type: [report], default: [] }, // empty in an appeal
    decisions: { type: [decision], default: [] }, // oldest first; all but the last one are undone
    notes: { type: [note], default: [] },
    appeal: { type: appeal, default: null },
    hasEvidence: { type: Boolean, default: true }, // false once it is deleted, see retention; has no meaning in an appeal
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
schema.index({ 'appeal.decision.id': 1 }, { unique: true, partialFilterExpression: { kind: 'appeal' } }) // one appeal each
schema.index(...outboxIndex)

export function caseModel(db: Connection) {
  return db.model('Case', schema, 'cases')
}
