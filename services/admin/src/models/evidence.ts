import { type Connection, Schema } from 'mongoose'

/** The evidence of a report. The case and the audit log hold its digest, which reveals a change. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // report id
    json: { type: String, required: true }, // an EvidenceContent, kept as text because the digest covers these bytes
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
