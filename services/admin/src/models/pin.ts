import { type Connection, Schema } from 'mongoose'

const attempt = new Schema(
  {
    id: { type: String, required: true },
    userId: { type: Number, required: true }, // refunded by this user's correct PIN
  },
  { _id: false, id: false },
)

/** PIN attempts shared by all users, in one document so that each change is one write. */
const schema = new Schema(
  {
    _id: { type: String, required: true },
    used: { type: [attempt], default: [] }, // used attempts, oldest first, at most ADMIN_PIN_ATTEMPTS
    refillAt: { type: Date, required: true }, // of the oldest used attempt; in the past if none is used
  },
  { versionKey: false },
)

export const PIN_ID = 'pin'
export function pinModel(db: Connection) {
  return db.model('Pin', schema, 'pin')
}
