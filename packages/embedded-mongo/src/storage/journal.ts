import { close, constants, existsSync, openSync, readFileSync, statSync, write } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { writeZeros } from './zeros.ts'

/** A key and its new value; null if the transaction has removed the key. */
export interface Entry {
  key: Buffer
  value: Buffer | null
}

export interface Journal {
  /** Resolves once the record is on disk. A failure ends the process: acknowledged writes must not be lost. */
  append(record: Buffer): Promise<void>
  /** Resolves once all records that were appended so far are on disk; undefined if they are. */
  pending(): Promise<void> | undefined
  /** Starts at the beginning again, because the database has everything appended. */
  clear(): void
  close(): Promise<void>
}

export const JOURNAL_BYTES = 8 * 1024 * 1024
const NAME = 'journal'
/** Length and checksum of the rest, then the number of the transaction. */
const HEADER_BYTES = 16
const REMOVED = 0xffffffff

const writeAt = promisify(write)
const closeFile = promisify(close)

/**
 * Opens the journal of the transaction that is not committed yet. The file has its full length from the beginning: an
 * append changes no metadata and meets no full disk.
 */
export function openJournal(folder: string): Journal {
  const file = path.join(folder, NAME)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < JOURNAL_BYTES) writeZeros(file, JOURNAL_BYTES)
  const fd = openSync(file, constants.O_RDWR | constants.O_DSYNC)
  let position = 0
  let waiting: { record: Buffer; resolve: () => void }[] = []
  let last: Promise<void> | undefined
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const bytes = Buffer.concat(group.map(({ record }) => record))
      const at = position
      position += bytes.length
      for (let done = 0; done < bytes.length; )
        done += (await writeAt(fd, bytes, done, bytes.length - done, at + done)).bytesWritten
      for (const { resolve } of group) resolve()
    }
    last = undefined
    writing = undefined
  }

  return {
    append(record) {
      const appended = new Promise<void>((resolve) => waiting.push({ record, resolve }))
      last = appended
      writing ??= writeAll()
      return appended
    },
    pending: () => last,
    clear() {
      for (const { resolve } of waiting.splice(0)) resolve()
      position = 0
      last = undefined
    },
    async close() {
      await writing
      await closeFile(fd)
    },
  }
}

/** Returns a transaction's records in their order, without a record that was not written as a whole. */
export function readJournal(folder: string, transactionId: number): Buffer[] {
  const file = path.join(folder, NAME)
  const journal = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const records: Buffer[] = []
  for (let at = 0; at + HEADER_BYTES <= journal.length; ) {
    const record = journal.subarray(at, at + HEADER_BYTES + journal.readUInt32LE(at))
    if (!isWhole(record) || record.readDoubleLE(8) !== transactionId) break
    records.push(record)
    at += record.length
  }
  return records
}

/** Encodes the entries of one commit as a record. */
export function toRecord(transactionId: number, entries: Entry[]): Buffer {
  const parts = entries.flatMap(({ key, value }) => {
    const lengths = Buffer.allocUnsafe(8)
    lengths.writeUInt32LE(key.length)
    lengths.writeUInt32LE(value?.length ?? REMOVED, 4)
    return value ? [lengths, key, value] : [lengths, key]
  })
  const header = Buffer.alloc(HEADER_BYTES)
  const record = Buffer.concat([header, ...parts])
  record.writeUInt32LE(record.length - HEADER_BYTES)
  record.writeDoubleLE(transactionId, 8)
  record.writeUInt32LE(crc32(record.subarray(8)), 4)
  return record
}

export function* entriesIn(record: Buffer): Generator<Entry, undefined> {
  for (let at = HEADER_BYTES; at < record.length; ) {
    const [keyLength, valueLength] = [record.readUInt32LE(at), record.readUInt32LE(at + 4)]
    const key = record.subarray(at + 8, at + 8 + keyLength)
    at += 8 + keyLength
    const value = valueLength === REMOVED ? null : record.subarray(at, at + valueLength)
    at += value?.length ?? 0
    yield { key, value }
  }
}

function isWhole(record: Buffer): boolean {
  const isComplete = record.length > HEADER_BYTES && record.length === HEADER_BYTES + record.readUInt32LE(0)
  return isComplete && crc32(record.subarray(8)) === record.readUInt32LE(4)
}
