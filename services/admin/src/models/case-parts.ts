import { BanSign } from '@zing/proto/moderation/cases'
import { CASE_CATEGORIES, type CaseCategory } from '@zing/proto/moderation/categories'
import { DecisionAction, DecisionReason, PROFILE_TEXTS, type ProfileText } from '@zing/proto/moderation/decisions'
import type { Recognition } from '@zing/proto/moderation/recognition'
import { Schema } from 'mongoose'

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
  /** Missing unless the system reports a photo. */
  flagged?: FlaggedPhoto | null
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

/** A photo that may be explicit. */
export interface FlaggedPhoto {
  photoVersion: number
  /** From 0 to 1. */
  nakedness: number
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
const flagged = new Schema<FlaggedPhoto>(
  { photoVersion: { type: Number, required: true }, nakedness: { type: Number, required: true } },
  { _id: false, id: false },
)
const recognition = new Schema<Recognition>(
  { usernameHash: { type: String, required: true }, photoHashes: { type: [String], default: [] } },
  { _id: false, id: false },
)
export const report = new Schema<StoredReport>(
  {
    id: { type: Number, required: true },
    reporterId: { type: Number, required: true },
    category: { type: String, enum: CASE_CATEGORIES, required: true },
    text,
    createdAt: { type: Date, required: true },
    selfieVersion: { type: Number, required: true },
    match: { type: match, default: undefined }, // in system reports
    flagged: { type: flagged, default: undefined }, // in system reports
    evidenceHash: { type: String, required: true },
    recognition: { type: recognition, default: undefined },
    moderatorId: Number, // the moderator who rejected the messages in a system report
  },
  { _id: false, id: false },
)
export const decision = new Schema<StoredDecision>(
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
export const note = new Schema<StoredNote>(
  {
    id: { type: Number, required: true },
    authorId: { type: Number, required: true },
    text: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { _id: false, id: false },
)
export const claim = new Schema<StoredClaim>(
  {
    userId: { type: Number, required: true },
    until: { type: Date, required: true },
    since: { type: Date, required: true },
    reportIds: { type: [Number], required: true },
  },
  { _id: false, id: false },
)
export const appeal = new Schema<StoredAppeal>(
  {
    caseId: { type: Number, required: true },
    decision: { type: decision, required: true },
    text: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { _id: false, id: false },
)
