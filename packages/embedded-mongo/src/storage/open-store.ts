import { open } from 'lmdb'
import { openDiskRoom, prepareLockFile } from './disk-room.ts'
import { openJournal, readJournal } from './journal.ts'
import { readStats } from './lmdb-stats.ts'
import { loadCatalog, type Store } from './store.ts'
import { checkpoint, writeRecords } from './transactions.ts'

const MAP_BYTES = 2 ** 36 // address space, not disk: LMDB never has to remap

/** Opens the store, and commits the journal of a transaction that a crash has ended. */
export function openStore(path: string): Store {
  prepareLockFile(path)
  const root = open<Buffer, Buffer>({ path, encoding: 'binary', keyEncoding: 'binary', mapSize: MAP_BYTES })
  const records = readJournal(path, readStats(root).lastTxnId + 1)
  if (records.length > 0) root.transactionSync(() => writeRecords(root, records))
  const store: Store = {
    root,
    collections: new Map(),
    waiting: [],
    transaction: null,
    journal: openJournal(path),
    room: openDiskRoom(path, root),
    isClosed: false,
  }
  loadCatalog(store)
  return store
}

/** Closes the store; rejects writes that have not begun, and the remaining steps of long writes. */
export async function closeStore(store: Store): Promise<void> {
  store.isClosed = true
  await checkpoint(store)
  await store.journal.close()
  await store.root.close()
  store.room.close()
}
