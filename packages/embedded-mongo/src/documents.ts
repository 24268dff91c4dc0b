import { ObjectId } from 'bson'
import { badValue, CommandError, duplicateKey } from './errors.ts'
import { parseDocument, serialize } from './storage/codec.ts'
import { type EntryChange, entriesOf, moveEntries } from './storage/index-entries.ts'
import { documentKey } from './storage/index-keys.ts'
import { type Collection, namespace, putEntry, removeEntry, type Store, storageKey } from './storage/store.ts'
import { StoredDocument } from './storage/stored-document.ts'
import { prepareUpdate } from './update/prepare-update.ts'
import { changedFields, type Update, updatedDocument } from './update/update-document.ts'

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

export function insertDocument(store: Store, collection: Collection, bytes: Uint8Array): StoredDocument {
  const parsed = parseDocument(bytes)
  const isIdFirst = Object.keys(parsed)[0] === '_id'
  const document = isIdFirst ? parsed : { _id: new ObjectId(), ...parsed }
  // serialized again: an update compares these bytes with its own serialization
  const raw = serialize(isIdFirst ? document : { _id: document._id, ...document })
  if (Array.isArray(document._id) || document._id === undefined)
    throw badValue('The _id must not be an array or undefined')

  const docKey = documentKey(document._id)
  if (store.root.doesExist(storageKey(collection, docKey))) {
    throw duplicateKey(namespace(collection), { name: '_id_', key: { _id: 1 } }, { _id: document._id })
  }
  writeDocument(store, collection, { docKey, raw, before: entriesOf(collection, null), after: document })
  return new StoredDocument(docKey, raw, document)
}

/** Applies an update to a stored document; returns the document, and whether the update has changed it. */
export function updateDocument(
  store: Store,
  collection: Collection,
  stored: StoredDocument,
  update: Omit<Update, 'isInsert'>,
): { stored: StoredDocument; isModified: boolean } {
  const { docKey } = stored
  const changed = changedFields(update.update)
  const { taken, rest, complete } = prepareUpdate(collection, stored, { update: update.update, changed })
  const before = entriesOf(collection, taken, changed) // before the update modifies the document
  const document = updatedDocument(taken, { ...update, update: rest, isInsert: false })
  const raw = complete(serialize(document))
  if (raw.equals(stored.raw)) return { stored, isModified: false }
  if (!documentKey(document._id).equals(docKey)) {
    const message = "Performing an update on the path '_id' would modify the immutable field '_id'"
    throw new CommandError(66, 'ImmutableField', message)
  }
  writeDocument(store, collection, { docKey, raw, before, after: document })
  return { stored: new StoredDocument(docKey, raw), isModified: true }
}

export function removeDocument(store: Store, collection: Collection, { docKey, document }: StoredDocument): void {
  moveEntries(store, collection, { docKey, before: entriesOf(collection, document), after: null })
  removeEntry(store, storageKey(collection, docKey))
}

function writeDocument(store: Store, collection: Collection, change: EntryChange & { raw: Buffer }): void {
  const { docKey, raw } = change
  if (raw.length > MAX_DOCUMENT_BYTES) {
    const message = `BSONObj size: ${raw.length} is larger than ${MAX_DOCUMENT_BYTES}`
    throw new CommandError(10334, 'BSONObjectTooLarge', message)
  }
  moveEntries(store, collection, change)
  putEntry(store, storageKey(collection, docKey), raw)
}
