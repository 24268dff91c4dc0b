import { type Connection, Schema } from 'mongoose'

const counted = new Schema(
  {
    reportId: { type: Number, required: true }, // names the report for a refund
    at: { type: Number, required: true }, // in ms since 1970
  },
  { _id: false, id: false },
)

/** When a user made the newest reports, for the limit. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // user id
    recent: { type: [counted], default: [] }, // oldest first, at most REPORTS_PER_DAY
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function reporterModel(db: Connection) {
  return db.model('Reporter', schema, 'reporters')
}
