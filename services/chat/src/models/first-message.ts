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

/** The newest first messages of a user, and links to receivers without a response, for the rules of domain/hold-rules.ts. */
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
