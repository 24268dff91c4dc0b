import { type Connection, Schema } from 'mongoose'

/** A moderator's claim on the held messages of a sender, which ends at `until`. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // sender
    token: { type: String, required: true }, // of the call that decides
    until: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ until: 1 }, { expireAfterSeconds: 0 }) // deletes with a delay, so a claim compares `until` as well

export function heldClaimModel(db: Connection) {
  return db.model('HeldClaim', schema, 'held_claims')
}
