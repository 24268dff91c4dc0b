import type { Document } from 'bson'
import { insertDocument } from '../documents.ts'
import type { Session } from '../session.ts'
import { ensureCollection } from '../store.ts'
import { eachStatement } from './write-errors.ts'

export function insert({ store, db }: Session, { insert: name, documents, ordered = true }: Document): Document {
  const collection = ensureCollection(store, db, name)
  let n = 0
  const errors = eachStatement<Buffer>(documents, ordered, (raw) => {
    insertDocument(store, collection, raw)
    n += 1
  })
  return { n, ...errors, ok: 1 }
}
