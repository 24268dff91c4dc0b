import type { RootDatabase } from 'lmdb'

export interface LmdbStats {
  /** Id of the last committed transaction. */
  lastTxnId: number
  lastPageNumber: number
  pageSize: number
  treeDepth: number
}

export function readStats(root: RootDatabase<Buffer, Buffer>): LmdbStats {
  return root.getStats() as LmdbStats // typed as {}
}
