import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { DecisionReason } from '@zing/proto/moderation'
import { AssignedRole } from '@zing/proto/roles'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** A suspension or ban that keeps a user from signing in. */
const restriction = new Schema(
  {
    decisionId: { type: Number, required: true },
    reason: { type: String, enum: DecisionReason.options, required: true },
    text: { type: String, default: null }, // the moderator's words
    until: { type: Date, default: null }, // null: a ban
    appealToken: { type: String, default: null }, // null once the user has appealed
  },
  { _id: false, id: false },
)

const schema = new Schema(
  {
    _id: { type: Number, required: true },
    username: { type: String, required: true }, // as typed
    usernameKey: { type: String, required: true }, // lower case
    passwordHash: { type: String, required: true },
    recoveryCodes: { type: [String], default: undefined }, // digests of the unused ones; missing until the first are created
    name: { type: String, required: true },
    age: { type: Number, required: true },
    gender: { type: String, required: true },
    orientation: { type: String, required: true },
    hidden: Boolean, // off the feed; missing until first set
    role: { type: String, enum: AssignedRole.options }, // missing until first set: a member
    restrictions: { type: [restriction], default: undefined }, // also those that have ended by themselves
    moderatedAt: Date, // of the newest event of the moderators that was handled: older ones change nothing
    selfieVersion: { type: Number, default: 0 }, // 0: no photo
    selfieChanges: { type: [Number], default: [] }, // times of the last attempts, in ms since 1970, for the limit
    recentLogins: { type: [Number], default: [] }, // times of the newest successful ones, in ms since 1970, for the limit
    createdAt: { type: Date, required: true },
    rev: { type: Number, required: true }, // +1 with every change, for compare-and-swap
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ usernameKey: 1 }, { unique: true })
schema.index({ role: 1 }, { partialFilterExpression: { role: { $exists: true } } })
schema.index({ 'restrictions.appealToken': 1 }, { partialFilterExpression: { 'restrictions.0': { $exists: true } } })
schema.index(...outboxIndex)

/** The account; what writes of their own change is left out, so that a change of the account cannot overwrite it. */
export type UserDocument = Omit<
  InferSchemaType<typeof schema>,
  'outbox' | 'recentLogins' | 'selfieChanges' | 'restrictions'
> & {
  _id: number
  restrictions?: Restriction[] | null
}
export type Restriction = InferSchemaType<typeof restriction>
export const withoutOwnWrites = { outbox: 0, recentLogins: 0, selfieChanges: 0 } as const
export function userModel(db: Connection) {
  return db.model('User', schema)
}
