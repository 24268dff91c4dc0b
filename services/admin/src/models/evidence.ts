import { type Connection, Schema } from 'mongoose'

/** What was stored when a report was made. Its digest is in the case and the audit log, so that a change is noticed. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // report id
    json: { type: String, required: true }, // an EvidenceContent; as text, since the digest is of these bytes
    photo: { type: Buffer, default: null }, // JPEG of the selfie; its digest is part of `json`
    otherPhotos: { type: [Buffer], required: true }, // in the order of `json`
    createdAt: { type: Date, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)

export function evidenceModel(db: Connection) {
  return db.model('Evidence', schema, 'evidence')
}
