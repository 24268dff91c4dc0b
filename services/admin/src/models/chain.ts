import { type Connection, Schema } from 'mongoose'

/** An entry of a hash chain. Entries are added and never changed or removed. */
export interface ChainEntry {
  /** 1, 2, 3 … without gaps: two processes cannot add an entry at the same place. */
  _id: number
  /** Names what the entry is about, once per chain, so that an addition can be repeated. */
  entryId: string
  at: Date
  /** JSON; as text, since the hash is of these bytes. */
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

export type ChainModel = ReturnType<typeof auditModel>

/** The audit log: the content of an entry is an AuditRecord. */
export function auditModel(db: Connection) {
  return db.model('Audit', schema, 'audit')
}

/** Seals what is in `evidence`: the content of an entry is the digest of a report's evidence. */
export function evidenceChainModel(db: Connection): ChainModel {
  return db.model('EvidenceChain', schema, 'evidence_chain')
}
