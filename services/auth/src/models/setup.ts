import { type Connection, Schema } from 'mongoose'

/** State of the one-time setup link: one document. A reset keeps it. */
const schema = new Schema(
  {
    _id: { type: String, required: true },
    claimedUntil: { type: Date, default: null }, // while a request uses the link
    overAt: { type: Date, default: null }, // there has been an admin
  },
  { versionKey: false },
)

export const SETUP_ID = 'setup'
export function setupModel(db: Connection) {
  return db.model('Setup', schema, 'setup')
}
