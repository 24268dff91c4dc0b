import type { RootDatabase } from 'lmdb'

export interface LmdbStats {
  /** Of the last transaction that was committed. */
  lastTxnId: number
  lastPageNumber: number
  pageSize: number
  treeDepth: number
}

export function readStats(root: RootDatabase<Buffer, Buffer>): LmdbStats {
  return root.getStats() as LmdbStats // typed as {}
}
