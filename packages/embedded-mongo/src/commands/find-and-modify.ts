import type { Document } from 'bson'
import { insertDocument, removeDocument, updateDocument } from '../documents.ts'
import { failedToParse } from '../errors.ts'
import { findDocuments } from '../query/find-documents.ts'
import { createProjection } from '../query/projection.ts'
import type { Session } from '../session.ts'
import { serialize } from '../storage/codec.ts'
import { ensureCollection } from '../storage/store.ts'
import { checkUpdate } from '../update/update-document.ts'
import { upsertDocument } from '../update/upsert-document.ts'

export function findAndModify({ store, db }: Session, command: Document): Document {
  const {
    query: filter = {},
    sort,
    hint,
    remove,
    update,
    upsert,
    new: wantsNew,
    fields = {},
    arrayFilters = [],
  } = command
  if (!remove && !update) throw failedToParse('Either an update or remove=true must be specified')
  if (update) checkUpdate(update, false)
  const collection = ensureCollection(store, db, command.findAndModify)
  const [stored] = findDocuments(store, collection, { filter, sort, hint, limit: 1 })
  const context = { filter, update, arrayFilters }
  const project = createProjection(fields)

  if (!stored && (remove || !upsert)) return reply(null, { n: 0, ...(remove ? {} : { updatedExisting: false }) })
  if (!stored) {
    const inserted = insertDocument(store, collection, serialize(upsertDocument(context)))
    return reply(wantsNew ? project(inserted) : null, { n: 1, updatedExisting: false, upserted: inserted.document._id })
  }
  if (remove) {
    removeDocument(store, collection, stored)
    return reply(project(stored), { n: 1 })
  }
  const { stored: after } = updateDocument(store, collection, stored, context)
  return reply(project(wantsNew ? after : stored), { n: 1, updatedExisting: true })
}

function reply(value: Buffer | null, lastErrorObject: Document): Document {
  return { value, lastErrorObject, ok: 1 }
}
