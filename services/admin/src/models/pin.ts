import { type Connection, Schema } from 'mongoose'

const attempt = new Schema(
  {
    id: { type: String, required: true },
    userId: { type: Number, required: true }, // whose right PIN gives it back
  },
  { _id: false, id: false },
)

/** The attempts at the PIN that everybody shares: one document, so that each change is one write. */
const schema = new Schema(
  {
    _id: { type: String, required: true },
    burnt: { type: [attempt], default: [] }, // oldest first, never more than there are attempts
    refillAt: { type: Date, required: true }, // when the oldest comes back; of the past while nothing is burnt
  },
  { versionKey: false },
)

/** There is only one. */
export const PIN_ID = 'pin'
export function pinModel(db: Connection) {
  return db.model('Pin', schema, 'pin')
}
