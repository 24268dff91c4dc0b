import type { S3Config } from '@zing/blobs/env'
import { hasBucket, openStoredBlobs } from '@zing/blobs/operator'
import type { mongo } from 'mongoose'

interface Photo {
  _id: number
  key?: string
}

/**
 * Reads the keys of all blobs of auth. A blob names nobody: without a photo that names it, it may be anybody's. Erasures are
 * proven while there is none. Deletions leave them for a day at most.
 */
export async function findUnnamedBlobs(
  client: mongo.MongoClient,
  database: string,
  s3: S3Config | null,
): Promise<{ read: number; unnamed: string[] }> {
  if (!s3 && (await hasBucket(client, database)))
    throw new Error('photos are in a bucket: set the variables of S3 as for auth')
  const blobs = await openStoredBlobs(client, database, s3)
  const unnamed: string[] = []
  let read = 0
  try {
    for (let after: string | null = ''; after !== null; ) {
      const page = await blobs.list(after)
      const keys = page.blobs.map(({ key }) => key)
      const photoKeys = await namedKeys(client.db(database), keys.map(versionOf))
      unnamed.push(...keys.filter((key) => !photoKeys.has(key.slice(0, key.lastIndexOf('/')))))
      read += keys.length
      after = page.next
    }
  } finally {
    blobs.close()
  }
  return { read, unnamed }
}

async function namedKeys(db: mongo.Db, versions: number[]): Promise<Set<string | undefined>> {
  const photos = db.collection<Photo>('selfies').find({ _id: { $in: versions } }, { projection: { key: 1 } })
  return new Set((await photos.toArray()).map(({ key }) => key))
}

/** Keys are `<folder>/<version>/<size>`. */
function versionOf(key: string): number {
  return Number(key.split('/')[1])
}
