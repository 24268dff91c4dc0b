import { BanSign } from '@zing/proto/moderation/cases'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** Matches wait this long for an unavailable admin. */
const KEPT_SECONDS = 7 * 24 * 60 * 60

/** An account that resembles a banned one, stored until admin has received it. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // user, decision and sign, so that a repeated match is stored once
    userId: { type: Number, required: true },
    decisionId: { type: Number, required: true }, // the decision that imposed the ban
    sign: { type: String, enum: BanSign.options, required: true },
    at: { type: Date, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ userId: 1 }) // for erasures
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type BanMatch = InferSchemaType<typeof schema>
export function banMatchModel(db: Connection) {
  return db.model('BanMatch', schema, 'banMatches')
}
