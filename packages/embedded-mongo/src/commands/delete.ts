import type { Document } from 'bson'
import { removeDocument } from '../documents.ts'
import { findDocuments } from '../query/find-documents.ts'
import { collectionOf, type Session } from '../session.ts'
import { eachStatement } from './write-errors.ts'

export function* deleteMatching(
  session: Session,
  { delete: name, deletes, ordered = true }: Document,
): Generator<void, Document> {
  let n = 0
  const errors = yield* eachStatement<Document>(deletes, ordered, ({ q: filter, limit, hint }) => {
    const collection = collectionOf(session, name) // may be dropped between two statements
    for (const stored of [...findDocuments(session.store, collection, { filter, limit, hint })]) {
      if (collection) removeDocument(session.store, collection, stored)
      n += 1
    }
  })
  return { n, ...errors, ok: 1 }
}
