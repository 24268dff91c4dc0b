import type { Document } from 'bson'
import { CommandError } from '../errors.ts'
import { findDocuments } from '../query/find-documents.ts'
import { collectionOf, type Session } from '../session.ts'
import { entryKey } from '../storage/index-entries.ts'
import { type Index, indexKeys } from '../storage/index-keys.ts'
import { afterPrefix } from '../storage/key-encoding.ts'
import { type Collection, keyPrefix, namespace, type Store } from '../storage/store.ts'

export function validate(session: Session, { validate: name }: Document): Document {
  const collection = collectionOf(session, name)
  if (!collection)
    throw new CommandError(26, 'NamespaceNotFound', `Collection '${session.db}.${name}' does not exist to validate.`)
  const documents = Array.from(findDocuments(session.store, collection, { filter: {} }), (stored) => ({
    docKey: stored.docKey,
    document: stored.document,
  }))
  const indexes = collection.indexes.slice(1).map((index) => {
    const expected = documents.flatMap(({ docKey, document }) => {
      return indexKeys(index, document).keys.map((key) => entryKey(collection, index, key, docKey).toString('latin1'))
    })
    return { name: index.name, ...compareEntries(session.store, collection, index, new Set(expected)) }
  })
  const errors = indexes.flatMap(({ errors }) => errors)
  return {
    ns: namespace(collection),
    nrecords: documents.length,
    nIndexes: collection.indexes.length,
    keysPerIndex: Object.fromEntries([['_id_', documents.length], ...indexes.map(({ name, found }) => [name, found])]),
    valid: errors.length === 0,
    errors,
    ok: 1,
  }
}

function compareEntries({ root }: Store, collection: Collection, index: Index, expected: Set<string>) {
  const prefix = keyPrefix(collection.id, index.id)
  const found = Array.from(root.getKeys({ start: prefix, end: afterPrefix(prefix) }), (key) => key.toString('latin1'))
  const orphans = found.filter((key) => !expected.has(key)).length
  const missing = expected.size - (found.length - orphans)
  const errors =
    orphans + missing > 0 ? [`${index.name}: ${missing} entries missing, ${orphans} without a document`] : []
  return { found: found.length, errors }
}
