import { DecisionReason, ProfileText } from '@zing/proto/moderation/decisions'
import { RefusalReason } from '@zing/proto/moderation/verification'
import { type NamedPlace, PLACE_KINDS } from '@zing/proto/places/place'
import type { PromptAnswer } from '@zing/proto/profile-fields'
import { type InferSchemaType, Schema } from 'mongoose'

// The parts of an account's document, each with the type of its stored form.

/** A suspension or ban that keeps a user from signing in. */
export const restriction = new Schema(
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
export const removedPhoto = new Schema(
  {
    decisionId: { type: Number, required: true },
    version: { type: Number, required: true },
    at: { type: Date, required: true },
    digest: String, // as in `photo`; missing for the selfie
  },
  { _id: false, id: false },
)

export const promptAnswer = new Schema(
  { promptId: { type: String, required: true }, answer: { type: String, required: true } },
  { _id: false, id: false },
)

/** A text that moderators have removed, kept as long as they can put it back. */
export const removedText = new Schema(
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
export const handledDecision = new Schema(
  {
    decisionId: { type: Number, required: true },
    at: { type: Date, required: true }, // time of the event
  },
  { _id: false, id: false },
)

/** A case of reports about the user, replicated from admin's events. */
export const reportCase = new Schema(
  {
    caseId: { type: Number, required: true },
    rev: { type: Number, required: true }, // the case's; only a newer one changes `isOpen`
    isOpen: { type: Boolean, required: true },
  },
  { _id: false, id: false },
)

/** A photo besides the selfie. */
export const photo = new Schema(
  {
    version: { type: Number, required: true }, // id of its stored photo, see selfie.ts
    digest: { type: String, required: true }, // SHA-256 of the upload, so that a retry adds no photo
  },
  { _id: false, id: false },
)

/** A photo that may be explicit: others see its mosaic until a moderator has looked. */
export const veil = new Schema(
  {
    version: { type: Number, required: true },
    nakedness: { type: Number, required: true }, // how probably it is explicit, from 0 to 1
    isReported: { type: Boolean, required: true }, // admin has it
    isCleared: { type: Boolean, required: true }, // a moderator has looked: the photo is never asked about again
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

export const application = new Schema(
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
export const invitation = new Schema(
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
export const place = new Schema(namedPlace, { _id: false, id: false })
export const trip = new Schema({ ...namedPlace, until: { type: Date, required: true } }, { _id: false, id: false })

/** The last verification. Its pictures are in `verifications` until the decision. */
export const verification = new Schema(
  {
    id: { type: Number, required: true },
    state: { type: String, enum: ['started', 'waiting', 'verified', 'refused'], required: true },
    consentAt: { type: Date, required: true },
    until: Date, // of a started or waiting one
    sentAt: Date,
    photoVersion: Number, // the photo that is compared, while it waits
    decidedAt: Date,
    reason: { type: String, enum: RefusalReason.options }, // of a refusal
    text: String, // the moderator's words
  },
  { _id: false, id: false },
)

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
export type StoredVerification = InferSchemaType<typeof verification>
export type UsedInvitation = InferSchemaType<typeof invitation>
export type Veil = InferSchemaType<typeof veil>
export type Restriction = InferSchemaType<typeof restriction>
export type ReportCase = InferSchemaType<typeof reportCase>
