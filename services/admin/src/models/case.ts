import { type OutboxEntry, outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { BanSign, CASE_KINDS, type CaseKind } from '@zing/proto/moderation/cases'
import { CASE_CATEGORIES, type CaseCategory } from '@zing/proto/moderation/categories'
import { DecisionAction, DecisionReason, PROFILE_TEXTS, type ProfileText } from '@zing/proto/moderation/decisions'
import type { Recognition } from '@zing/proto/moderation/recognition'
import { type Connection, Schema } from 'mongoose'

export interface StoredReport {
  id: number
  /** SYSTEM_REPORTER_ID for a report of the system. */
  reporterId: number
  category: CaseCategory
  text: string | null
  createdAt: Date
  /** Version of the selfie in the evidence; 0 without a selfie. */
  selfieVersion: number
  match?: StoredMatch | null
  /** SHA-256 of the stored evidence. */
  evidenceHash: string
  /** Describes the reported account, for a ban; missing once the evidence is deleted. */
  recognition?: Recognition
  /** The moderator who rejected held messages, in a system report about them. */
  moderatorId?: number
}

/** Why the system has reported an account that resembles a banned account. */
export interface StoredMatch {
  /** Given by auth, which may report a match again. */
  id: string
  sign: BanSign
  /** The case of the ban, while it is kept. */
  caseId: number | null
}

export interface StoredDecision {
  id: number
  action: DecisionAction
  reason: DecisionReason
  text: string | null
  days: number | null
  field: ProfileText | null
  /** Version of the photo that `remove-photo` removes; missing for the selfie. */
  photoVersion?: number
  /** Version of the selfie that `remove-photo` removes; missing if no report has a selfie. */
  selfieVersion?: number
  /** Digest of the text that `remove-text` removes. */
  textDigest?: string
  until: Date | null
  decidedAt: Date
  decidedBy: number
  undoneAt: Date | null
  undoneBy: number | null
  /** True if the account was gone at the decision; missing otherwise. */
  isAccountGone?: boolean
}

export interface StoredNote {
  id: number
  authorId: number
  text: string
  createdAt: Date
}

/** An appeal with a copy of its decision, so that every write to the appeal knows who decided. */
export interface StoredAppeal {
  caseId: number
  decision: StoredDecision
  text: string
  createdAt: Date
}

export interface StoredClaim {
  userId: number
  /** Once this time has passed, the claim has ended. A release sets it to the present. */
  until: Date
  /** The beginning of the claim. A moderator who claims again soon after the end continues the claim. */
  since: Date
  /** The reports of the case at the claim, or at its last renewal, see `newestReportIdsOf`. */
  reportIds: number[]
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
  claim: StoredClaim | null
  reports: StoredReport[]
  /** The reporter whose report gives `dueAt`; null in appeals. */
  dueReporterId: number | null
  decisions: StoredDecision[]
  notes: StoredNote[]
  appeal: StoredAppeal | null
  hasEvidence: boolean
  /** Unique for a suspension of a whole branch of invitations, see `suspendUser`; missing otherwise. */
  branchKey?: string
  rev: number
  epoch: number
}

const text = { type: String, default: null }
const time = { type: Date, default: null }
const match = new Schema<StoredMatch>(
  {
    id: { type: String, required: true },
    sign: { type: String, enum: BanSign.options, required: true },
    caseId: { type: Number, default: null },
  },
  { _id: false, id: false },
)
const recognition = new Schema<Recognition>(
  { usernameHash: { type: String, required: true }, photoHashes: { type: [String], default: [] } },
  { _id: false, id: false },
)
const report = new Schema<StoredReport>(
  {
    id: { type: Number, required: true },
    reporterId: { type: Number, required: true },
    category: { type: String, enum: CASE_CATEGORIES, required: true },
    text,
    createdAt: { type: Date, required: true },
    selfieVersion: { type: Number, required: true },
    match: { type: match, default: undefined }, // in system reports
    evidenceHash: { type: String, required: true },
    recognition: { type: recognition, default: undefined },
    moderatorId: Number, // the moderator who rejected the messages in a system report
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
    photoVersion: Number,
    selfieVersion: Number,
    textDigest: String,
    until: time, // end of a suspension
    decidedAt: { type: Date, required: true },
    decidedBy: { type: Number, required: true },
    undoneAt: time,
    undoneBy: { type: Number, default: null },
    isAccountGone: Boolean,
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
const claim = new Schema<StoredClaim>(
  {
    userId: { type: Number, required: true },
    until: { type: Date, required: true },
    since: { type: Date, required: true },
    reportIds: { type: [Number], required: true },
  },
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
    claim: { type: claim, default: null },
    reports: { type: [report], default: [] }, // empty in an appeal
    dueReporterId: { type: Number, default: null }, // the reporter whose report gives dueAt
    decisions: { type: [decision], default: [] }, // oldest first; all but the last one are undone
    notes: { type: [note], default: [] },
    appeal: { type: appeal, default: null },
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
