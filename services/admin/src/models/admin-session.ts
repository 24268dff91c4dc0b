import { type Connection, Schema } from 'mongoose'

/** This session has entered the PIN. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // sid
    userId: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }) // tidies up, late: a query looks at expiresAt itself

export function adminSessionModel(db: Connection) {
  return db.model('AdminSession', schema)
}
