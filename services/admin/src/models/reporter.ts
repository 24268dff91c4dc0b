import { type Connection, Schema } from 'mongoose'

/** When a user made the newest reports, for the limit; up to REPORTS_PER_DAY of them, oldest first, in ms since 1970. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // user id
    recent: { type: [Number], default: [] },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function reporterModel(db: Connection) {
  return db.model('Reporter', schema, 'reporters')
}
