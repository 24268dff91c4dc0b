/** The largest blob. MongoDB takes documents of 16 MB. */
export const BLOB_MAX_BYTES = 8 * 1024 * 1024

/** One store for bytes that belong to a service's documents, which name their keys. Nothing in it is public. */
export interface Blobs {
  /** Stores bytes that never change. The same key again is a success. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Null if there is no such blob. Throws DamagedBlob rather than return other bytes than were put. */
  get(key: string): Promise<Buffer | null>
  /** Keys without a blob are a success. */
  remove(keys: readonly string[]): Promise<void>
  /** A page in a stable order. `after` is '' or the `next` of the page before. */
  list(after: string): Promise<BlobPage>
}

export interface BlobPage {
  blobs: { key: string; createdAt: Date }[]
  /** Null at the end. */
  next: string | null
}

export interface StoredBlob {
  bytes: Buffer
  /** Hex digest of what was put; '' where the store has lost it. */
  sha256: string
}

/** A place that keeps bytes with their checksum. */
export interface Store extends Pick<Blobs, 'remove' | 'list'> {
  name: 'mongodb' | 's3'
  put(key: string, blob: StoredBlob): Promise<void>
  get(key: string): Promise<StoredBlob | null>
}
