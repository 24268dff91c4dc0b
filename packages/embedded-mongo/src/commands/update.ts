import type { Document } from 'bson'
import { insertDocument, updateDocument } from '../documents.ts'
import { findDocuments } from '../query/find-documents.ts'
import type { Session } from '../session.ts'
import { serialize } from '../storage/codec.ts'
import { type Collection, ensureCollection, type Store } from '../storage/store.ts'
import { checkUpdate } from '../update/update-document.ts'
import { upsertDocument } from '../update/upsert-document.ts'
import { eachStatement } from './write-errors.ts'

export function* update(
  { store, db }: Session,
  { update: name, updates, ordered = true }: Document,
): Generator<void, Document> {
  const totals = { n: 0, nModified: 0, upserted: [] as Document[] }
  const errors = yield* eachStatement<Document>(updates, ordered, (statement, index) => {
    const collection = ensureCollection(store, db, name) // may be dropped between two statements
    const { matched, modified, upsertedId } = runStatement(store, collection, statement)
    totals.n += matched
    totals.nModified += modified
    if (upsertedId !== undefined) totals.upserted.push({ index, _id: upsertedId })
  })
  const { n, nModified, upserted } = totals
  return { n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ...errors, ok: 1 }
}

function runStatement(store: Store, collection: Collection, statement: Document) {
  const { q: filter, u, multi = false, upsert = false, arrayFilters = [], sort, hint } = statement
  checkUpdate(u, multi)
  const context = { filter, update: u, arrayFilters }
  // finds all documents before the first write, which may move a document ahead of the scan
  const found = [...findDocuments(store, collection, { filter, sort, hint, limit: multi ? 0 : 1 })]
  if (found.length === 0 && upsert) {
    return {
      matched: 1,
      modified: 0,
      upsertedId: insertDocument(store, collection, serialize(upsertDocument(context))).document._id,
    }
  }
  const changed = found.filter((stored) => updateDocument(store, collection, stored, context).isModified)
  return { matched: found.length, modified: changed.length }
}
