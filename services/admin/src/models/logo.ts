import { type Connection, Schema } from 'mongoose'

/** A logo that a version of the settings names, see `deleteOldLogos`. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // random: an address never shows another picture, also after a restore
    png: { type: Buffer, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)

export function logoModel(db: Connection) {
  return db.model('Logo', schema, 'logos')
}
