import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { AssignedRole } from '@zing/proto/accounts/roles'
import { DecisionReason, ProfileText } from '@zing/proto/moderation/decisions'
import { type NamedPlace, PLACE_KINDS } from '@zing/proto/places/place'
import { forTexts, type PromptAnswer } from '@zing/proto/profile-fields'
import { LookingFor } from '@zing/proto/profiles/looking-for'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** A suspension or ban that keeps a user from signing in. */
const restriction = new Schema(
  {
    decisionId: { type: Number, required: true },
    reason: { type: String, enum: DecisionReason.options, required: true },
    text: { type: String, default: null }, // the moderator's words
    until: { type: Date, default: null }, // null: a ban
    appealToken: { type: String, default: null }, // null once the user has appealed
    appealRefusedAt: Date, // missing or null while an appeal is open, or before any
    appealAnswer: String, // words of the moderator who refused the appeal
  },
  { _id: false, id: false },
)

/** A photo that moderators have removed, kept as long as they can put it back. */
const removedPhoto = new Schema(
  {
    decisionId: { type: Number, required: true },
    version: { type: Number, required: true },
    at: { type: Date, required: true },
    digest: String, // as in `photo`; missing for the selfie
  },
  { _id: false, id: false },
)

const promptAnswer = new Schema(
  { promptId: { type: String, required: true }, answer: { type: String, required: true } },
  { _id: false, id: false },
)

/** A text that moderators have removed, kept as long as they can put it back. */
const removedText = new Schema(
  {
    decisionId: { type: Number, required: true },
    field: { type: String, enum: ProfileText.options, required: true },
    at: { type: Date, required: true },
    text: String, // the removed text; answers to prompts are in `prompts`
    prompts: { type: [promptAnswer], default: undefined },
  },
  { _id: false, id: false },
)

/** The last handled event about a decision. Older events about the decision change nothing. */
const handledDecision = new Schema(
  {
    decisionId: { type: Number, required: true },
    at: { type: Date, required: true }, // time of the event
  },
  { _id: false, id: false },
)

/** A case of reports about the user, replicated from admin's events. */
const reportCase = new Schema(
  {
    caseId: { type: Number, required: true },
    rev: { type: Number, required: true }, // the case's; only a newer one changes `isOpen`
    isOpen: { type: Boolean, required: true },
  },
  { _id: false, id: false },
)

/** A photo besides the selfie. */
const photo = new Schema(
  {
    version: { type: Number, required: true }, // id of its stored photo, see selfie.ts
    digest: { type: String, required: true }, // SHA-256 of the upload, so that a retry adds no photo
  },
  { _id: false, id: false },
)

/** The moderator's question back, and the applicant's answer to it. */
const askedQuestion = new Schema(
  {
    question: { type: String, required: true },
    answer: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { _id: false, id: false },
)

const application = new Schema(
  {
    question: { type: String, default: '' }, // the community's, as it was at the sign-up
    answer: { type: String, default: null },
    at: { type: Date, required: true },
    isBusyHour: Boolean, // far more people than usual signed up in that hour; missing: no
    asked: { type: askedQuestion, default: undefined }, // missing or null until a moderator asks
    reason: String, // of a refusal, in the moderator's words
    decidedAt: Date,
  },
  { _id: false, id: false },
)

/** The invitation by which the user has joined. */
const invitation = new Schema(
  {
    id: { type: Number, required: true },
    byId: { type: Number, required: true }, // the user who has invited; stays after their account
    label: { type: String, default: '' },
  },
  { _id: false, id: false },
)

const namedPlace = {
  id: { type: String, required: true },
  name: { type: String, required: true }, // in the spelling that the user chose
  kind: { type: String, enum: PLACE_KINDS, required: true },
}
const place = new Schema(namedPlace, { _id: false, id: false })
const trip = new Schema({ ...namedPlace, until: { type: Date, required: true } }, { _id: false, id: false })

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
    application: { type: application, default: undefined }, // missing until the user applies or is sent back
    invitation: { type: invitation, default: undefined },
    acceptedTerms: Number, // version of the accepted terms; missing: none
    restrictions: { type: [restriction], default: undefined }, // also expired ones
    handledDecisions: { type: [handledDecision], default: undefined }, // the newest ones; missing until the first
    cases: { type: [reportCase], default: undefined }, // the newest ones; missing until the first
    selfieVersion: { type: Number, default: 0 }, // 0: no photo
    photoFolder: String, // the beginning of the keys of the photos' blobs; missing in accounts of version 0.2
    selfiePlace: Number, // its index among all photos; missing: 0
    liveVersion: Number, // version of the last selfie that the client took with its camera; missing until the first
    removedPhotos: { type: [removedPhoto], default: undefined }, // the newest ones; missing until the first
    removedTexts: { type: [removedText], default: undefined }, // the newest ones; missing until the first
    photos: { type: [photo], default: undefined }, // the others besides the selfie, in order; missing until the first
    photoAdditions: { type: [Number], default: undefined }, // as `selfieChanges`, for attempts to add a photo
    ...forTexts(() => String), // all following: missing until first set
    prompts: { type: [promptAnswer], default: undefined },
    interests: { type: [String], default: undefined },
    lookingFor: { type: String, enum: LookingFor.options },
    place: { type: place, default: undefined }, // missing until first chosen, null once taken away
    trip: { type: trip, default: undefined }, // missing or null: none
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
  | 'prompts'
  | 'interests'
  | 'place'
  | 'trip'
  | 'moves'
> & {
  _id: number
  restrictions?: Restriction[] | null
  removedPhotos?: RemovedPhoto[] | null
  removedTexts?: RemovedText[] | null
  handledDecisions?: HandledDecision[] | null
  cases?: ReportCase[] | null
  application?: StoredApplication | null
  invitation?: UsedInvitation | null
  photos?: StoredPhoto[] | null
  prompts?: PromptAnswer[] | null
  interests?: string[] | null
  place?: NamedPlace | null
  trip?: StoredTrip | null
  moves?: number[] | null
}
export interface StoredTrip extends NamedPlace {
  until: Date
}
export type RemovedPhoto = InferSchemaType<typeof removedPhoto>
export type RemovedText = Omit<InferSchemaType<typeof removedText>, 'prompts'> & { prompts?: PromptAnswer[] | null }
export type HandledDecision = InferSchemaType<typeof handledDecision>
export type StoredPhoto = InferSchemaType<typeof photo>
export interface StoredApplication {
  question: string
  answer?: string | null
  at: Date
  isBusyHour?: boolean | null
  asked?: { question: string; answer?: string | null; at: Date } | null
  reason?: string | null
  decidedAt?: Date | null
}
export type UsedInvitation = InferSchemaType<typeof invitation>
export type Restriction = InferSchemaType<typeof restriction>
export type ReportCase = InferSchemaType<typeof reportCase>
export const withoutOwnWrites = { outbox: 0, recentLogins: 0, selfieChanges: 0, photoAdditions: 0 } as const
export function userModel(db: Connection) {
  return db.model('User', schema)
}
