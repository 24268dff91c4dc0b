import { createHash } from 'node:crypto'
import type { Log } from '@zing/kit/observability/logger'
import { blobFailures } from '@zing/kit/observability/metrics'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { BLOB_MAX_BYTES, type Blobs, type Store } from './blobs.ts'

/** The bytes of a blob are not those that were put. */
export class DamagedBlob extends Error {
  constructor(key: string) {
    super(`The blob ${key} is damaged: its checksum differs.`)
    this.name = 'DamagedBlob'
  }
}

/** Adds the checksums to a store: nobody receives other bytes than were put. */
export function verified(store: Store, log: Log): Blobs {
  return {
    async put(key, bytes) {
      if (bytes.length > BLOB_MAX_BYTES) throw new Error(`The blob ${key} is too large: ${bytes.length} bytes.`)
      ensureInTime()
      await store.put(key, { bytes, sha256: sha256Of(bytes) })
    },
    async get(key) {
      const blob = await store.get(key)
      if (!blob) return null
      if (sha256Of(blob.bytes) === blob.sha256) return blob.bytes
      blobFailures.inc({ reason: 'damaged' })
      const damaged = new DamagedBlob(key)
      log.error({ err: damaged, store: store.name }, 'damaged blob')
      throw damaged
    },
    async remove(keys) {
      if (keys.length > 0) await store.remove(keys)
    },
    list: store.list,
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
