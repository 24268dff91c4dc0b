import { BSON, type Document, ObjectId } from 'bson'
import { badValue, CommandError, duplicateKey } from './errors.ts'
import { documentKey, type Index, indexKeys, mayChangeKeys, UNCUT_KEY_BYTES } from './index-keys.ts'
import { afterPrefix } from './key-encoding.ts'
import {
  type Collection,
  keyPrefix,
  namespace,
  parseDocument,
  putEntry,
  removeEntry,
  type Store,
  saveCollection,
  storageKey,
} from './store.ts'
import { changedFields, type Update, updatedDocument } from './update-document.ts'
import { valuesAt } from './values-at.ts'

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

export class StoredDocument {
  readonly docKey: Buffer
  readonly raw: Buffer
  #document: Document | undefined

  constructor(docKey: Buffer, raw: Buffer) {
    this.docKey = docKey
    this.raw = raw
  }

  /** Parsed once and shared: not to be modified, see `take`. */
  get document(): Document {
    this.#document ??= parseDocument(this.raw)
    return this.#document
  }

  /** Returns the document for the caller to modify; `document` is then parsed again. */
  take(): Document {
    const document = this.document
    this.#document = undefined
    return document
  }
}

export function insertDocument(store: Store, collection: Collection, bytes: Uint8Array): Document {
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
  writeDocument(store, collection, { docKey, raw }, entriesOf(collection, null), document)
  return document
}

/** Applies an update to a stored document; returns the document, and whether the update has changed it. */
export function updateDocument(
  store: Store,
  collection: Collection,
  stored: StoredDocument,
  update: Omit<Update, 'isInsert'>,
): { document: Document; isModified: boolean } {
  const { docKey } = stored
  const taken = stored.take()
  const before = entriesOf(collection, taken, changedFields(update.update)) // before the update modifies the document
  const document = updatedDocument(taken, { ...update, isInsert: false })
  const raw = serialize(document)
  if (raw.equals(stored.raw)) return { document, isModified: false }
  if (!documentKey(document._id).equals(docKey)) {
    const message = "Performing an update on the path '_id' would modify the immutable field '_id'"
    throw new CommandError(66, 'ImmutableField', message)
  }
  writeDocument(store, collection, { docKey, raw }, before, document)
  return { document, isModified: true }
}

export function removeDocument(store: Store, collection: Collection, { docKey, document }: StoredDocument): void {
  moveEntries(store, collection, docKey, entriesOf(collection, document), null)
  removeEntry(store, storageKey(collection, docKey))
}

export function serialize(document: Document): Buffer {
  const { buffer, byteOffset, byteLength } = BSON.serialize(document, { ignoreUndefined: true })
  return Buffer.from(buffer, byteOffset, byteLength)
}

function checkUnique(store: Store, collection: Collection, index: Index, key: Buffer, owner: StoredOwner): void {
  const start = Buffer.concat([keyPrefix(collection.id, index.id), key])
  for (const { value } of store.root.getRange({ start, end: afterPrefix(start) })) {
    if (!value.equals(owner.docKey)) throw duplicateIn(collection, index, owner.document)
  }
}

export function duplicateIn(collection: Collection, index: Index, document: Document): CommandError {
  const keyValue = Object.keys(index.key).map((path) => [path, valuesAt(document, path).values[0] ?? null])
  return duplicateKey(namespace(collection), index, Object.fromEntries(keyValue))
}

interface StoredOwner {
  docKey: Buffer
  document: Document
}

function writeDocument(
  store: Store,
  collection: Collection,
  stored: Pick<StoredDocument, 'docKey' | 'raw'>,
  before: IndexEntries[],
  after: Document,
) {
  if (stored.raw.length > MAX_DOCUMENT_BYTES) {
    throw new CommandError(
      10334,
      'BSONObjectTooLarge',
      `BSONObj size: ${stored.raw.length} is larger than ${MAX_DOCUMENT_BYTES}`,
    )
  }
  moveEntries(store, collection, stored.docKey, before, after)
  putEntry(store, storageKey(collection, stored.docKey), stored.raw)
}

/** The keys that a stored document has in an index. */
interface IndexEntries {
  index: Index
  old: Buffer[]
}

/** Returns the entries of a document, null for none, in the indexes whose keys a change of these fields may change. */
function entriesOf(
  { indexes }: Collection,
  document: Document | null,
  changed: ReadonlySet<string> | null = null,
): IndexEntries[] {
  return indexes
    .slice(1)
    .filter((index) => mayChangeKeys(index, changed))
    .map((index) => ({ index, old: document ? indexKeys(index, document).keys : [] }))
}

/** Checks the entries of every index before it writes the first. */
function moveEntries(
  store: Store,
  collection: Collection,
  docKey: Buffer,
  before: IndexEntries[],
  after: Document | null,
): void {
  const changes = before.map(({ index, old }) => {
    const next = after ? indexKeys(index, after) : { keys: [], multikey: [], hasLongKeys: false }
    const added = difference(next.keys, old)
    if (index.unique && after)
      for (const key of added) checkUnique(store, collection, index, key, { docKey, document: after })
    return { index, added, removed: difference(old, next.keys), traits: next }
  })
  for (const { index, added, removed, traits } of changes) {
    for (const key of removed) removeEntry(store, entryKey(collection, index, key, docKey))
    for (const key of added) putEntry(store, entryKey(collection, index, key, docKey), docKey)
    if (mergeTraits(index, traits)) saveCollection(store, collection)
  }
  const [idIndex] = collection.indexes
  const hasLongKeys = docKey.length > UNCUT_KEY_BYTES
  if (idIndex && mergeTraits(idIndex, { multikey: [], hasLongKeys })) saveCollection(store, collection)
}

export function mergeTraits(
  index: Index,
  { multikey, hasLongKeys }: { multikey: string[]; hasLongKeys: boolean },
): boolean {
  const newPaths = multikey.filter((path) => !index.multikey.includes(path))
  if (newPaths.length === 0 && (index.hasLongKeys || !hasLongKeys)) return false
  index.multikey.push(...newPaths)
  index.hasLongKeys ||= hasLongKeys
  return true
}

export function entryKey(collection: Collection, index: Index, key: Buffer, docKey: Buffer): Buffer {
  return Buffer.concat([keyPrefix(collection.id, index.id), key, docKey])
}

function difference(keys: Buffer[], others: Buffer[]): Buffer[] {
  return keys.filter((key) => !others.some((other) => other.equals(key)))
}
