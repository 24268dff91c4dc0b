import type { RootDatabase } from 'lmdb'
import { parseDocument, serialize } from './codec.ts'
import type { Changes, DiskRoom } from './disk-room.ts'
import { documentKey, type Index } from './index-keys.ts'
import type { Entry, Journal } from './journal.ts'
import { afterPrefix } from './key-encoding.ts'

export interface Collection {
  id: number
  db: string
  name: string
  nextIndexId: number
  /** The first index is on `_id`; its entries are the documents. */
  indexes: Index[]
}

/** All data is in one LMDB file. Keys start with the numbers of collection and index; collection 0 is the catalog. */
export interface Store {
  root: RootDatabase<Buffer, Buffer>
  collections: Map<string, Collection>
  /** Writes of the next commit, at most one per connection. */
  waiting: Write[]
  /** Changes that reads see and the journal has, but LMDB has not committed. */
  transaction: OpenTransaction | null
  journal: Journal
  room: DiskRoom
  isClosed: boolean
}

export interface Write {
  /** Returns a callback that runs after the commit; its argument resolves when the changes are on disk. */
  write(): (onDisk: Promise<void>) => void
  reject(error: unknown): void
}

export interface OpenTransaction {
  /** LMDB's number of the transaction. */
  id: number
  changes: Changes
  /** Entries of the running commit. */
  written: Entry[]
  /** Journal records of the earlier commits. */
  records: Buffer[]
  recordBytes: number
  /** Settles before another command runs. */
  end(isCommitted: boolean): Promise<unknown>
}

const PREFIX_BYTES = 8
export const ID_INDEX = 0

export function loadCatalog({ root, collections }: Store): void {
  collections.clear()
  for (const { value } of root.getRange({ start: keyPrefix(0, 0), end: afterPrefix(keyPrefix(0, 0)) })) {
    const collection = parseDocument(value) as Collection // written by saveCollection
    collections.set(namespace(collection), collection)
  }
}

export function putEntry({ root, transaction }: Store, key: Buffer, value: Buffer): void {
  root.putSync(key, value)
  if (transaction) note(transaction, { key, value })
}

export function removeEntry({ root, transaction }: Store, key: Buffer): void {
  root.removeSync(key)
  if (transaction) note(transaction, { key, value: null })
}

function note({ changes, written }: OpenTransaction, entry: Entry): void {
  changes.entries += 1
  changes.bytes += entry.key.length + (entry.value?.length ?? 0)
  written.push(entry)
}

export function namespace({ db, name }: { db: string; name: string }): string {
  return `${db}.${name}`
}

export function ensureCollection(store: Store, db: string, name: string): Collection {
  const known = store.collections.get(namespace({ db, name }))
  if (known) return known
  const id = 1 + Math.max(0, ...[...store.collections.values()].map((collection) => collection.id))
  const idIndex: Index = {
    id: ID_INDEX,
    name: '_id_',
    key: { _id: 1 },
    multikey: [],
    hasLongKeys: false,
    isReady: true,
  }
  const created = { id, db, name, nextIndexId: ID_INDEX + 1, indexes: [idIndex] }
  store.collections.set(namespace(created), created)
  saveCollection(store, created)
  return created
}

export function saveCollection(store: Store, collection: Collection): void {
  const indexes = collection.indexes.map((index) => ({ ...index, isReady: true })) // true once this transaction is committed
  putEntry(store, catalogKey(collection), serialize({ ...collection, indexes }))
}

export function dropCollection(store: Store, collection: Collection): void {
  for (const index of collection.indexes) removeEntries(store, keyPrefix(collection.id, index.id))
  removeEntry(store, catalogKey(collection))
  store.collections.delete(namespace(collection))
}

export function removeEntries(store: Store, prefix: Buffer): void {
  for (const key of [...store.root.getKeys({ start: prefix, end: afterPrefix(prefix) })]) removeEntry(store, key)
}

export function countDocuments({ root }: Store, { id }: Collection): number {
  const start = keyPrefix(id, ID_INDEX)
  return root.getKeysCount({ start, end: afterPrefix(start) })
}

export function keyPrefix(collectionId: number, indexId: number): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32BE(collectionId)
  prefix.writeUInt32BE(indexId, 4)
  return prefix
}

export function storageKey(collection: Collection, docKey: Buffer): Buffer {
  return Buffer.concat([keyPrefix(collection.id, ID_INDEX), docKey])
}

export function docKeyIn(key: Buffer): Buffer {
  return key.subarray(PREFIX_BYTES)
}

function catalogKey(collection: Collection): Buffer {
  return Buffer.concat([keyPrefix(0, 0), documentKey(namespace(collection))])
}
