import { type Connection, Schema } from 'mongoose'

/** A proof of work that was used, kept until its challenge has expired. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // nonce of the challenge
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function spentProofModel(db: Connection) {
  return db.model('SpentProof', schema, 'spentProofs')
}
