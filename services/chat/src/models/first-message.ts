import { type Connection, Schema } from 'mongoose'

const firstMessage = new Schema(
  {
    receiverId: { type: Number, required: true },
    textHash: { type: String, required: true },
    hasLink: { type: Boolean, required: true },
    at: { type: Date, required: true },
  },
  { _id: false, id: false },
)

/** A user's newest first messages, and links to receivers who have not written, for holds/hold-rules.ts. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // id of the sender
    recent: { type: [firstMessage], default: [] }, // oldest first
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
schema.index({ 'recent.receiverId': 1 }) // erasure

export function firstMessagesModel(db: Connection) {
  return db.model('FirstMessages', schema, 'first_messages')
}
