import { type Connection, type InferSchemaType, Schema } from 'mongoose'

const schema = new Schema(
  {
    _id: { type: String, required: true }, // digest of the credential id
    credentialId: { type: String, required: true }, // base64url, as all WebAuthn values here
    userId: { type: Number, required: true },
    slot: { type: Number, required: true }, // below PASSKEYS_PER_USER: the unique index limits passkeys per user
    name: { type: String, required: true }, // chosen by the user
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true }, // uses counted by the authenticator; 0 if it does not count
    transports: { type: [String], default: [] },
    isSynced: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date, // missing until the first use
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ userId: 1, slot: 1 }, { unique: true })

export type PasskeyDocument = InferSchemaType<typeof schema> & { _id: string }
export function passkeyModel(db: Connection) {
  return db.model('Passkey', schema)
}
