import { AssignedRole } from '@zing/proto/accounts/roles'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** The source of truth for sessions: a token without a document here is invalid. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // sid
    userId: { type: Number, required: true },
    userAgent: { type: String, default: '' },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date, // a few minutes late, missing until then
    expiresAt: { type: Date, required: true },
    confirmedUntil: Date, // set when the user gives the password or a passkey, at a login too
    role: { type: String, enum: AssignedRole.options }, // the user's role, so that checking a session takes one read
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ userId: 1 })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export type SessionDocument = InferSchemaType<typeof schema> & { _id: string }
export function sessionModel(db: Connection) {
  return db.model('Session', schema)
}
