import type { Log } from '@zing/kit/observability/logger'
import { paced } from '@zing/kit/timing/pace'
import type { Connection } from 'mongoose'
import type { Blobs } from './blobs.ts'
import { both, moveBlobs } from './both.ts'
import type { S3Config } from './env.ts'
import { newKey } from './key.ts'
import { type blobModel, createMongoStore } from './mongo-store.ts'
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
  const store = createS3Store(s3, await prefixOf(db), log)
  const inBucket = verified(store, log)
  const [to, from] = s3.isLeaving ? [inMongo, inBucket] : [inBucket, inMongo]
  return {
    ...both(to, from),
    async move() {
      const moved = await moveBlobs(from, to, paced)
      const isEmpty = s3.isLeaving && (await from.list('')).blobs.length === 0
      if (isEmpty) await metaOf(db).deleteOne({ _id: META_ID })
      if (moved > 0) log.info({ moved, to: s3.isLeaving ? 'mongodb' : 's3' }, 'blobs moved')
    },
    close: store.close,
  }
}

/**
 * The folder of this database in the bucket. It is random, so that another installation with the same bucket takes none of its
 * blobs for orphans.
 */
export async function prefixOf(db: Connection): Promise<string> {
  const known = await findPrefix(db)
  if (known) return known
  await metaOf(db).updateOne({ _id: META_ID }, { $setOnInsert: { value: newKey() } }, { upsert: true })
  return (await findPrefix(db)) ?? prefixOf(db)
}

/** Null while no bucket has blobs of this database. */
export async function findPrefix(db: Connection): Promise<string | null> {
  return (await metaOf(db).findOne({ _id: META_ID }))?.value ?? null
}

const META_ID = 'blobs'

function metaOf(db: Connection) {
  return db.collection<{ _id: string; value: string }>('meta')
}
