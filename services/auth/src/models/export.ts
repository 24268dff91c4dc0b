import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** The bytes of a copy that were sent, `to` not included. */
const sentBytes = new Schema(
  { from: { type: Number, required: true }, to: { type: Number, required: true } },
  { _id: false },
)

/** A copy of a user's data, stored while it is made and for an hour. */
const exportSchema = new Schema(
  {
    _id: { type: String, required: true }, // digest of the token in its link
    userId: { type: Number, required: true },
    sid: { type: String, required: true }, // the only session that may download it
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    attempt: { type: Number, default: 0 }, // +1 with each restart
    aliveAt: { type: Date, required: true }, // time of the last update by the process that makes the copy
    bytes: { type: Number, default: 0 }, // stored so far
    isComplete: { type: Boolean, default: false },
    isFailed: { type: Boolean, default: false },
    sent: { type: [sentBytes], default: [] }, // by downloads, also broken ones
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
exportSchema.index({ userId: 1 })
exportSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

/** The bytes of a copy, in pieces that any process can serve. */
const chunkSchema = new Schema(
  {
    exportId: { type: String, required: true }, // includes the attempt, see `chunkKeyOf`
    userId: { type: Number, required: true }, // owner of the data
    offset: { type: Number, required: true }, // position of its first byte
    data: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
chunkSchema.index({ exportId: 1, offset: 1 }, { unique: true })
chunkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export type SentBytes = InferSchemaType<typeof sentBytes>
export type ExportDocument = Omit<InferSchemaType<typeof exportSchema>, 'sent'> & { _id: string; sent: SentBytes[] }
export function exportModel(db: Connection) {
  return db.model('Export', exportSchema)
}
export function exportChunkModel(db: Connection) {
  return db.model('ExportChunk', chunkSchema, 'exportChunks')
}
