import { closeSync, existsSync, fstatSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { RootDatabase } from 'lmdb'
import { CommandError } from '../errors.ts'
import { readStats } from './lmdb-stats.ts'
import { extendWithZeros, writeZeros } from './zeros.ts'

/** Size of a transaction's changes, which bounds what LMDB may add to the file. */
export interface Changes {
  entries: number
  /** Bytes of keys and values. */
  bytes: number
}

export interface DiskRoom {
  /** Called before each transaction. */
  begin(): void
  /** Throws OutOfDiskSpace unless the file has room on the disk for all changes of the transaction. */
  ensure(changes: Changes): void
  close(): void
}

const LOCK_BYTES = 16 * 1024 // more than LMDB asks for
const FIRST_BYTES = 256 * 1024 // more than a new, empty database
const CHUNK_BYTES = 256 * 1024
const PAGE_NUMBER_BYTES = 8
const ENTRY_OVERHEAD_BYTES = 64
/** Pages that each commit writes beside the entries: LMDB's tree of free pages. */
const COMMIT_PAGES = 32

/**
 * Creates LMDB's lock file with all its blocks on the disk. LMDB maps this file and leaves holes in it. A hole without a
 * block on a full disk ends the process with SIGBUS. Throws if a first start would not have enough room.
 */
export function prepareLockFile(folder: string): void {
  const file = path.join(folder, 'lock.mdb')
  if (existsSync(file)) return
  const probe = `${file}.probe`
  writeZeros(probe, FIRST_BYTES)
  try {
    writeZeros(file, LOCK_BYTES)
  } finally {
    rmSync(probe)
  }
}

/**
 * Keeps the data file longer than LMDB's used part, with blocks on the disk: LMDB must meet no full disk. lmdb 3.5.6
 * formats that error into a buffer that is too short, and the process dies.
 */
export function openDiskRoom(folder: string, root: RootDatabase<Buffer, Buffer>): DiskRoom {
  const fd = openSync(path.join(folder, 'data.mdb'), 'r+')
  let end = fstatSync(fd).size
  let { used, pageSize, depth } = readUse(root)

  function most(changes: Changes): number {
    const freePageNumbers = (used / pageSize) * PAGE_NUMBER_BYTES
    return (
      Math.min(mostByEntries(changes, depth + 1, pageSize), used + mostBytes(changes)) +
      COMMIT_PAGES * pageSize +
      freePageNumbers
    )
  }

  return {
    begin() {
      ;({ used, pageSize, depth } = readUse(root))
    },
    ensure(changes) {
      const wanted = used + most(changes)
      if (wanted > end) end = extendWithZeros(fd, end, wanted + CHUNK_BYTES)
      if (wanted > end) throw new CommandError(14_031, 'OutOfDiskSpace', 'The disk of the database is full')
    },
    close: () => closeSync(fd),
  }
}

function readUse(root: RootDatabase<Buffer, Buffer>) {
  const { lastPageNumber, pageSize, treeDepth: depth } = readStats(root)
  return { used: (lastPageNumber + 1) * pageSize, pageSize, depth }
}

/** Each entry may copy and split every page on its path, and a long value has pages of its own. */
function mostByEntries({ entries, bytes }: Changes, depth: number, pageSize: number): number {
  return entries * (2 * depth + 1) * pageSize + 2 * bytes
}

/** Entries take at most three times their bytes: pages are half full or more, long values end within a page. */
function mostBytes({ entries, bytes }: Changes): number {
  return 3 * (bytes + entries * ENTRY_OVERHEAD_BYTES)
}
