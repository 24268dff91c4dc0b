import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** A stored photo, readable only while the owner's profile shows this version. It names its blobs before they exist. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // version, random and unique across users
    userId: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    key: String, // its blobs are `<key>/<size>`; missing in a photo of version 0.2, which has the bytes itself
    jpeg: Buffer,
    medium: Buffer,
    small: Buffer,
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)

schema.index({ userId: 1 }) // for erasures

export type SelfieDocument = InferSchemaType<typeof schema>
export function selfieModel(db: Connection) {
  return db.model('Selfie', schema)
}
