import type { Document } from 'bson'
import { removeDocument } from '../documents.ts'
import { findDocuments } from '../find-documents.ts'
import { collectionOf, type Session } from '../session.ts'
import { eachStatement } from './write-errors.ts'

export function deleteMatching(session: Session, { delete: name, deletes, ordered = true }: Document): Document {
  const collection = collectionOf(session, name)
  let n = 0
  const errors = eachStatement<Document>(deletes, ordered, ({ q: filter, limit, hint }) => {
    for (const stored of [...findDocuments(session.store, collection, { filter, limit, hint })]) {
      if (collection) removeDocument(session.store, collection, stored)
      n += 1
    }
  })
  return { n, ...errors, ok: 1 }
}
