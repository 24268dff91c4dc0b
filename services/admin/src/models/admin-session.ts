import { type Connection, Schema } from 'mongoose'

const schema = new Schema(
  {
    _id: { type: String, required: true }, // sid
    userId: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 }) // deletes with a delay, so queries check expiresAt as well

export function adminSessionModel(db: Connection) {
  return db.model('AdminSession', schema, 'admin_sessions')
}
