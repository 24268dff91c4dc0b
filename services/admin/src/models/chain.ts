import { type Connection, Schema } from 'mongoose'

/** An entry of the audit log, which is a hash chain. Entries are added and never changed or removed. */
export interface ChainEntry {
  /** 1, 2, 3 … without gaps: two processes cannot add an entry at the same place. */
  _id: number
  /** Names what the entry is about, once, so that an addition can be repeated. */
  entryId: string
  at: Date
  /** An AuditRecord in JSON; as text, since the hash is of these bytes. */
  content: string
  previousHash: string
  /** See `hashOf` in domain/hash-chain. */
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

/** The entry that was added last: it shows that the end of the log was cut off, or that all of it was emptied. */
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
