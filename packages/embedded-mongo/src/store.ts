import { open, type RootDatabase } from 'lmdb'
import { parseDocument, serialize } from './codec.ts'
import { type Changes, type DiskRoom, openDiskRoom, prepareLockFile } from './disk-room.ts'
import { documentKey, type Index } from './index-keys.ts'
import { afterPrefix } from './key-encoding.ts'

export interface Collection {
  id: number
  db: string
  name: string
  nextIndexId: number
  /** The first is the one on `_id`, whose entries are the documents. */
  indexes: Index[]
}

/** All data is in one LMDB file. Keys start with the numbers of collection and index; collection 0 is the catalog. */
export interface Store {
  root: RootDatabase<Buffer, Buffer>
  collections: Map<string, Collection>
  /** Writes of the next transaction, at most one per connection. */
  waiting: Write[]
  room: DiskRoom
  /** Made so far by the transaction that runs. */
  changes: Changes
  isClosed: boolean
}

interface Write {
  /** Returns a callback for when the transaction is on disk. */
  write(): () => void
  reject(error: unknown): void
}

const PREFIX_BYTES = 8
const MAP_BYTES = 2 ** 36 // address space, not disk: LMDB never has to remap
export const ID_INDEX = 0
/** A write of many steps that runs for longer goes on in the next transaction. */
const SLICE_MS = 1

export function openStore(path: string): Store {
  prepareLockFile(path)
  const root = open<Buffer, Buffer>({ path, encoding: 'binary', keyEncoding: 'binary', mapSize: MAP_BYTES })
  const room = openDiskRoom(path, root)
  const store: Store = {
    root,
    collections: new Map(),
    waiting: [],
    room,
    changes: { entries: 0, bytes: 0 },
    isClosed: false,
  }
  loadCatalog(store)
  return store
}

/** Closes the store; rejects writes that have not begun, and the rest of those of many steps. */
export async function closeStore(store: Store): Promise<void> {
  store.isClosed = true
  await store.root.close()
  store.room.close()
}

function loadCatalog({ root, collections }: Store): void {
  collections.clear()
  for (const { value } of root.getRange({ start: keyPrefix(0, 0), end: afterPrefix(keyPrefix(0, 0)) })) {
    const collection = parseDocument(value) as Collection // written by saveCollection
    collections.set(namespace(collection), collection)
  }
}

/**
 * Runs a write in one transaction with concurrent ones, and resolves once it is on disk; on this thread, because LMDB's own
 * thread costs more than the wait for the disk (measured). Nothing is rolled back after a throw of `run`, which checks before
 * it writes. If the disk is full, all writes of the transaction are undone and rejected.
 */
export function transact<T>(store: Store, run: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    function write(): () => void {
      try {
        const value = run()
        return () => resolve(value)
      } catch (error) {
        return () => reject(error)
      }
    }
    if (store.waiting.push({ write, reject }) === 1) setImmediate(commit, store)
  })
}

/**
 * Runs a write of many steps in as many transactions as it takes for none to be long. Commands that come meanwhile run
 * between them, as in MongoDB. Resolves when all are on disk; a crash in between leaves the steps of the earlier ones.
 */
export async function transactSteps<T>(store: Store, steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const last = await transact(store, () => runSlice(steps))
    if (last.done) return last.value
  }
}

function runSlice<T>(steps: Generator<void, T>): IteratorResult<void, T> {
  const endsAt = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= endsAt) return step
  }
}

function commit(store: Store): void {
  const writes = store.waiting.splice(0)
  if (store.isClosed) return rejectAll(writes, new Error('the store is closed'))
  store.changes = { entries: 0, bytes: 0 }
  try {
    const callbacks = store.root.transactionSync(() => {
      const results = writes.map(({ write }) => write())
      store.room.ensure(store.changes)
      return results
    })
    for (const callback of callbacks) callback()
  } catch (error) {
    loadCatalog(store) // a collection or index of this transaction does not exist
    rejectAll(writes, error)
  }
}

function rejectAll(writes: Write[], error: unknown): void {
  for (const { reject } of writes) reject(error)
}

export function putEntry({ root, changes }: Store, key: Buffer, value: Buffer): void {
  changes.entries += 1
  changes.bytes += key.length + value.length
  root.putSync(key, value)
}

export function removeEntry({ root, changes }: Store, key: Buffer): void {
  changes.entries += 1
  root.removeSync(key)
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
