import { AssignedRole } from '@zing/proto/accounts/roles'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** Source of truth for sessions: a token without its document here is invalid. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // sid
    userId: { type: Number, required: true },
    userAgent: { type: String, default: '' },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date, // a few minutes behind, missing until then
    expiresAt: { type: Date, required: true },
    confirmedUntil: Date, // the password or a passkey was given again; missing until then
    role: { type: String, enum: AssignedRole.options }, // of the user, so that a check of a session needs no other read
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
