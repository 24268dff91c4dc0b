import { type Connection, Schema } from 'mongoose'

/** A challenge that a browser has not answered yet. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "<purpose>:<session id or challenge id>"
    challenge: { type: String, required: true }, // base64url
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function passkeyChallengeModel(db: Connection) {
  return db.model('PasskeyChallenge', schema, 'passkeyChallenges')
}
