import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** The bytes of a photo; it is shown only while its owner's profile names this version. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // version, unique over all people
    userId: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    jpeg: { type: Buffer, required: true },
    medium: { type: Buffer, required: true },
    small: { type: Buffer, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)

export type SelfieDocument = InferSchemaType<typeof schema>
export function selfieModel(db: Connection) {
  return db.model('Selfie', schema)
}
