import type { Log } from '@zing/kit/observability/logger'
import { paced } from '@zing/kit/timing/pace'
import type { Connection } from 'mongoose'
import type { Blobs } from './blobs.ts'
import { both, moveBlobs } from './both.ts'
import type { S3Config } from './env.ts'
import { type blobModel, createMongoStore } from './mongo-store.ts'
import { noteEmptyBucket, prefixOf } from './prefix.ts'
import { verified } from './verified.ts'

export interface OpenBlobs extends Blobs {
  /** Moves what lies in the other store, while the product runs. */
  move(): Promise<void>
  close(): void
}

/** Opens the store of a service: its database, or the bucket that the operator has named. */
export async function openBlobs(
  db: Connection,
  model: ReturnType<typeof blobModel>,
  s3: S3Config | null,
  log: Log,
): Promise<OpenBlobs> {
  const inMongo = verified(createMongoStore(model), log)
  if (!s3) return { ...inMongo, async move() {}, close() {} }

  const { createS3Store } = await import('./s3-store.ts') // 22 MB of modules, for who has a bucket
  const store = createS3Store(s3, await prefixOf(db, { isUsed: !s3.isLeaving }), log)
  const inBucket = verified(store, log)
  const [to, from] = s3.isLeaving ? [inMongo, inBucket] : [inBucket, inMongo]
  return {
    ...both(to, from),
    async move() {
      const moved = await moveBlobs(from, to, paced)
      const isEmpty = s3.isLeaving && (await from.list('')).blobs.length === 0
      if (isEmpty) await noteEmptyBucket(db)
      if (moved > 0) log.info({ moved, to: s3.isLeaving ? 'mongodb' : 's3' }, 'blobs moved')
    },
    close: store.close,
  }
}
