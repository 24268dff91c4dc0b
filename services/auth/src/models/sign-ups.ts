import { type Connection, Schema } from 'mongoose'

/** Registrations of one hour, shared by all processes. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "epoch:hour", hours since 1970
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function signUpsModel(db: Connection) {
  return db.model('SignUps', schema, 'signUps')
}
