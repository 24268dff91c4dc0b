import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** The JPEG bytes of a photo, readable only while the owner's profile shows this version. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // version, random and unique across users
    userId: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    jpeg: { type: Buffer, required: true },
    medium: { type: Buffer, required: true },
    small: { type: Buffer, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)

schema.index({ userId: 1 }) // for erasures

export type SelfieDocument = InferSchemaType<typeof schema>
export function selfieModel(db: Connection) {
  return db.model('Selfie', schema)
}
