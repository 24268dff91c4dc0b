import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { AssignedRole } from '@zing/proto/accounts/roles'
import type { NamedPlace } from '@zing/proto/places/place'
import { forTexts, type PromptAnswer } from '@zing/proto/profile-fields'
import { LookingFor } from '@zing/proto/profiles/looking-for'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'
import * as parts from './user-parts.ts'

const schema = new Schema(
  {
    _id: { type: Number, required: true },
    username: { type: String, required: true }, // as typed
    usernameKey: { type: String, required: true }, // lower case
    passwordHash: { type: String, required: true },
    recoveryCodes: { type: [String], default: undefined }, // digests of the unused ones; missing until first created
    deviceGeneration: Number, // device cookies of lower generations are unknown; missing until first raised
    name: { type: String, required: true },
    age: { type: Number, required: true },
    ageConfirmedAt: Date, // the last time the user gave it; missing until first given after the sign-up
    gender: { type: String, required: true },
    orientation: { type: String, required: true },
    showOrientation: Boolean, // missing until first set: true
    hidden: Boolean, // not in the feed; missing until first set
    showOnline: Boolean, // matches see when the user is online; missing until first set: true
    language: String, // tag; missing until first chosen
    role: { type: String, enum: AssignedRole.options }, // missing until first set: a member
    status: { type: String, enum: ['pending', 'refused'] }, // missing or null: active
    wasMember: Boolean, // a member who was sent back to the queue: other services know the account and hide it
    application: { type: parts.application, default: undefined }, // missing until the user applies or is sent back
    invitation: { type: parts.invitation, default: undefined },
    acceptedTerms: Number, // version of the accepted terms; missing: none
    restrictions: { type: [parts.restriction], default: undefined }, // also expired ones
    handledDecisions: { type: [parts.handledDecision], default: undefined }, // the newest ones; missing until the first
    cases: { type: [parts.reportCase], default: undefined }, // the newest ones; missing until the first
    selfieVersion: { type: Number, default: 0 }, // 0: no photo
    photoFolder: String, // the beginning of the keys of the photos' blobs; missing in accounts of version 0.2
    selfiePlace: Number, // its index among all photos; missing: 0
    liveVersion: Number, // version of the last selfie that the client took with its camera; missing until the first
    removedPhotos: { type: [parts.removedPhoto], default: undefined }, // the newest ones; missing until the first
    removedTexts: { type: [parts.removedText], default: undefined }, // the newest ones; missing until the first
    photos: { type: [parts.photo], default: undefined }, // the others besides the selfie, in order; missing until the first
    veils: { type: [parts.veil], default: undefined }, // of photos that may be explicit; missing until the first
    photoAdditions: { type: [Number], default: undefined }, // as `selfieChanges`, for attempts to add a photo
    ...forTexts(() => String), // all following: missing until first set
    prompts: { type: [parts.promptAnswer], default: undefined },
    interests: { type: [String], default: undefined },
    lookingFor: { type: String, enum: LookingFor.options },
    place: { type: parts.place, default: undefined }, // missing until first chosen, null once taken away
    verification: { type: parts.verification, default: undefined }, // the last one; missing or null: none
    verifiedPhotos: { type: [Number], default: undefined }, // versions that moderators have compared; missing or null: none
    verificationsSent: { type: [Number], default: undefined }, // times of a day's, in ms since 1970, for the limit
    trip: { type: parts.trip, default: undefined }, // missing or null: none
    moves: { type: [Number], default: undefined }, // times of the last ones, in ms since 1970, for the limit
    selfieChanges: { type: [Number], default: [] }, // times of the last attempts, in ms since 1970, for the limit
    recentLogins: { type: [Number], default: [] }, // times of the last successful ones, in ms since 1970, for the limit
    createdAt: { type: Date, required: true },
    rev: { type: Number, required: true }, // +1 with every change, for compare-and-swap
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ usernameKey: 1 }, { unique: true })
schema.index({ role: 1 }, { partialFilterExpression: { role: { $exists: true } } })
schema.index({ status: 1, 'application.at': 1, _id: 1 }, { partialFilterExpression: { status: { $exists: true } } })
schema.index({ 'invitation.byId': 1 }, { partialFilterExpression: { 'invitation.byId': { $exists: true } } })
schema.index({ 'restrictions.appealToken': 1 }, { partialFilterExpression: { 'restrictions.0': { $exists: true } } })
schema.index({ 'removedTexts.at': 1 }, { partialFilterExpression: { 'removedTexts.0': { $exists: true } } })
schema.index(
  { 'verification.state': 1, 'verification.sentAt': 1, _id: 1 },
  { partialFilterExpression: { 'verification.state': { $exists: true } } },
)
schema.index({ 'veils.isReported': 1 }, { partialFilterExpression: { 'veils.isReported': false } })
schema.index({ 'trip.until': 1 }, { partialFilterExpression: { 'trip.until': { $exists: true } } })
schema.index(...outboxIndex)

/** The account without the fields that have their own writes, so that a change of the account keeps them. */
export type UserDocument = Omit<
  InferSchemaType<typeof schema>,
  | 'outbox'
  | 'recentLogins'
  | 'selfieChanges'
  | 'photoAdditions'
  | 'restrictions'
  | 'removedPhotos'
  | 'removedTexts'
  | 'handledDecisions'
  | 'cases'
  | 'application'
  | 'invitation'
  | 'photos'
  | 'veils'
  | 'prompts'
  | 'interests'
  | 'place'
  | 'trip'
  | 'moves'
  | 'verification'
  | 'verifiedPhotos'
  | 'verificationsSent'
> & {
  _id: number
  restrictions?: parts.Restriction[] | null
  removedPhotos?: parts.RemovedPhoto[] | null
  removedTexts?: parts.RemovedText[] | null
  handledDecisions?: parts.HandledDecision[] | null
  cases?: parts.ReportCase[] | null
  application?: parts.StoredApplication | null
  invitation?: parts.UsedInvitation | null
  photos?: parts.StoredPhoto[] | null
  veils?: parts.Veil[] | null
  prompts?: PromptAnswer[] | null
  interests?: string[] | null
  place?: NamedPlace | null
  trip?: parts.StoredTrip | null
  moves?: number[] | null
  verification?: parts.StoredVerification | null
  verifiedPhotos?: number[] | null
  verificationsSent?: number[] | null
}
export const withoutOwnWrites = { outbox: 0, recentLogins: 0, selfieChanges: 0, photoAdditions: 0 } as const
export function userModel(db: Connection) {
  return db.model('User', schema)
}
