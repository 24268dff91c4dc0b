import { ABORT, type RootDatabase } from 'lmdb'
import { entriesIn, JOURNAL_BYTES, toRecord } from './journal.ts'
import { loadCatalog, type OpenTransaction, type Store, type Write } from './store.ts'

/** A write of many steps that takes longer continues in the next commit. */
const SLICE_MS = 1
const CHECKPOINT_MS = 1_000
/** A checkpoint stops every command for some ms, but with more changes it writes less for each (decision 0006). */
const MAX_ENTRIES = 1_024

/** Result or error of a write, and when it is on disk. */
type Outcome<T> = { onDisk: Promise<void> } & ({ value: T } | { error: unknown })

/**
 * Runs a write in one commit with concurrent writes. Resolves once it is on disk: in the journal, or in the database.
 * Nothing is rolled back after a throw of `run`, which checks before it writes. If the disk is full, all writes of the
 * commit are undone and rejected.
 */
export async function transact<T>(store: Store, run: () => T): Promise<T> {
  return persisted(await runInCommit(store, run))
}

/**
 * Runs a write of many steps in several short commits. Other commands run between them, as in MongoDB. Resolves when all
 * steps are on disk; a crash in between leaves the steps of the earlier commits.
 */
export async function transactSteps<T>(store: Store, steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const outcome = await runInCommit(store, () => runSlice(steps))
    // once the last commit is on disk, all earlier ones are
    if ('error' in outcome || outcome.value.done) return (await persisted(outcome)).value as T
  }
}

/** Resolves when the write has run, before it is on disk. */
function runInCommit<T>(store: Store, run: () => T): Promise<Outcome<T>> {
  return new Promise((resolve, reject) => {
    function write(): (onDisk: Promise<void>) => void {
      try {
        const value = run()
        return (onDisk) => resolve({ value, onDisk })
      } catch (error) {
        return (onDisk) => resolve({ error, onDisk })
      }
    }
    if (store.waiting.push({ write, reject }) === 1) setImmediate(commit, store)
  })
}

async function persisted<T>(outcome: Outcome<T>): Promise<T> {
  await outcome.onDisk
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

function runSlice<T>(steps: Generator<void, T>): IteratorResult<void, T> {
  const endsAt = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= endsAt) return step
  }
}

async function commit(store: Store): Promise<void> {
  const writes = store.waiting.splice(0)
  if (store.isClosed) return rejectAll(writes, new Error('the store is closed'))
  store.transaction ??= begin(store)
  const { transaction } = store
  transaction.written = []
  let callbacks: ReturnType<Write['write']>[]
  try {
    callbacks = writes.map(({ write }) => write())
    store.room.ensure(transaction.changes)
  } catch (error) {
    await rollBack(store, transaction)
    return rejectAll(writes, error)
  }
  const onDisk = persist(store, transaction)
  for (const callback of callbacks) callback(onDisk)
}

/** Resolves once the writes and reads of a commit are on disk. */
async function persist(store: Store, transaction: OpenTransaction): Promise<void> {
  const { id, written, changes, records } = transaction
  if (written.length === 0) return store.journal.pending()
  const record = toRecord(id, written)
  transaction.recordBytes += record.length
  if (transaction.recordBytes > JOURNAL_BYTES || changes.entries > MAX_ENTRIES) return checkpoint(store)
  records.push(record)
  return store.journal.append(record)
}

function begin(store: Store): OpenTransaction {
  store.room.begin()
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  const done = store.root.transactionSync(() => ended)
  const timer = setTimeout(checkpoint, CHECKPOINT_MS, store)
  return {
    id: store.root.getWriteTxnId(),
    changes: { entries: 0, bytes: 0 },
    written: [],
    records: [],
    recordBytes: 0,
    end(isCommitted) {
      clearTimeout(timer)
      resolve(isCommitted ? undefined : ABORT)
      return done
    },
  }
}

/** Commits the open transaction to the database. A failure ends the process, and the next start reads the journal. */
export async function checkpoint(store: Store): Promise<void> {
  const { transaction } = store
  if (!transaction) return
  store.transaction = null
  await transaction.end(true)
  store.journal.clear()
}

/** Undoes the last commit, then writes the transaction's earlier commits again. */
async function rollBack(store: Store, transaction: OpenTransaction): Promise<void> {
  store.transaction = null
  await transaction.end(false)
  if (transaction.records.length > 0) {
    store.transaction = begin(store)
    writeRecords(store.root, transaction.records)
    await checkpoint(store)
  }
  loadCatalog(store) // a collection or index of the commit does not exist
}

/** Writes the entries of journal records again. */
export function writeRecords(root: RootDatabase<Buffer, Buffer>, records: Buffer[]): void {
  for (const record of records) {
    for (const { key, value } of entriesIn(record)) {
      if (value) root.putSync(key, value)
      else root.removeSync(key)
    }
  }
}

function rejectAll(writes: Write[], error: unknown): void {
  for (const { reject } of writes) reject(error)
}
