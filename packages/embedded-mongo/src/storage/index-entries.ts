import type { Document } from 'bson'
import { type CommandError, duplicateKey } from '../errors.ts'
import { valuesAt } from '../query/values-at.ts'
import { type Index, indexKeys, mayChangeKeys, UNCUT_KEY_BYTES } from './index-keys.ts'
import { afterPrefix } from './key-encoding.ts'
import { type Collection, keyPrefix, namespace, putEntry, removeEntry, type Store, saveCollection } from './store.ts'

/** The keys that a stored document has in an index. */
export interface IndexEntries {
  index: Index
  old: Buffer[]
}

/** Returns a document's entries, none for null, in the indexes whose keys a change of these fields may change. */
export function entriesOf(
  { indexes }: Collection,
  document: Document | null,
  changed: ReadonlySet<string> | null = null,
): IndexEntries[] {
  return indexes
    .slice(1)
    .filter((index) => mayChangeKeys(index, changed))
    .map((index) => ({ index, old: document ? indexKeys(index, document).keys : [] }))
}

export interface EntryChange {
  docKey: Buffer
  before: IndexEntries[]
  /** The document after the change; null if it is removed. */
  after: Document | null
}

/** Checks the entries of every index before it writes the first. */
export function moveEntries(store: Store, collection: Collection, { docKey, before, after }: EntryChange): void {
  const changes = before.map(({ index, old }) => {
    const next = after ? indexKeys(index, after) : { keys: [], multikey: [], hasLongKeys: false }
    const added = difference(next.keys, old)
    if (index.unique && after) {
      const start = (key: Buffer) => Buffer.concat([keyPrefix(collection.id, index.id), key])
      if (added.some((key) => hasOtherOwner(store, start(key), docKey))) throw duplicateIn(collection, index, after)
    }
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

/** Adds the traits of a document's keys to an index; returns false if the index has them already. */
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

/** The error for a document whose key another document has in a unique index. */
export function duplicateIn(collection: Collection, index: Index, document: Document): CommandError {
  const keyValue = Object.keys(index.key).map((path) => [path, valuesAt(document, path).values[0] ?? null])
  return duplicateKey(namespace(collection), index, Object.fromEntries(keyValue))
}

/** True if an entry that begins with `start` belongs to another document. */
function hasOtherOwner(store: Store, start: Buffer, docKey: Buffer): boolean {
  for (const { value } of store.root.getRange({ start, end: afterPrefix(start) })) {
    if (!value.equals(docKey)) return true
  }
  return false
}

function difference(keys: Buffer[], others: Buffer[]): Buffer[] {
  return keys.filter((key) => !others.some((other) => other.equals(key)))
}
