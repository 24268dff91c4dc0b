import type { Document } from 'bson'
import { insertDocument } from '../documents.ts'
import type { Session } from '../session.ts'
import { ensureCollection } from '../storage/store.ts'
import { eachStatement } from './write-errors.ts'

export function* insert(
  { store, db }: Session,
  { insert: name, documents, ordered = true }: Document,
): Generator<void, Document> {
  let n = 0
  const errors = yield* eachStatement<Buffer>(documents, ordered, (raw) => {
    insertDocument(store, ensureCollection(store, db, name), raw) // it may be dropped between two statements
    n += 1
  })
  return { n, ...errors, ok: 1 }
}
