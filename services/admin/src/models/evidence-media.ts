import { type Connection, Schema } from 'mongoose'

/** The photo or recording of a marked message. Apart from the evidence: a document has at most 16 MB. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "reportId:mediaId"
    reportId: { type: Number, required: true },
    bytes: { type: Buffer, required: true }, // its digest is part of the evidence's `json`
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ reportId: 1 }) // the end of evidence

export function evidenceMediaModel(db: Connection) {
  return db.model('EvidenceMedia', schema, 'evidence_media')
}
