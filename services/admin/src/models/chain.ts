import { type Connection, Schema } from 'mongoose'

/** An entry of the audit log, which is a hash chain. Entries are added and never changed or removed. */
export interface ChainEntry {
  /** 1, 2, 3 … without gaps: two processes cannot add an entry at the same place. */
  _id: number
  /** A unique name of the entry, so that a repeated addition is stored once. */
  entryId: string
  at: Date
  /** An AuditRecord in JSON, kept as text because the hash covers these bytes. */
  content: string
  previousHash: string
  /** See `hashOf` in audit/hash-chain. */
  hash: string
}

const schema = new Schema<ChainEntry>(
  {
    _id: { type: Number, required: true },
    entryId: { type: String, required: true },
    at: { type: Date, required: true },
    content: { type: String, required: true },
    previousHash: { type: String, required: true },
    hash: { type: String, required: true },
  },
  { versionKey: false },
)
schema.index({ entryId: 1 }, { unique: true })

export function auditModel(db: Connection) {
  return db.model('Audit', schema, 'audit')
}

/** The newest entry. It reveals that somebody has cut off the end of the log, or emptied it. */
const headSchema = new Schema(
  {
    _id: { type: String, required: true },
    seq: { type: Number, required: true }, // 0 before the first entry
    hash: { type: String, required: true },
  },
  { versionKey: false },
)

export const HEAD_ID = 'audit'
export function auditHeadModel(db: Connection) {
  return db.model('AuditHead', headSchema, 'audit_head')
}
