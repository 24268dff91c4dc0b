import type { S3Config } from '@zing/blobs/env'
import { idOfBlob } from '@zing/blobs/key'
import { hasBucket, openStoredBlobs } from '@zing/blobs/operator'
import { databaseOf } from '@zing/proto/processes'
import type { mongo } from 'mongoose'

/** A document that names blobs. */
interface Naming {
  _id: number
  key?: string
}

/** The databases with blobs, and the collections that name them. */
export const NAMING = { [databaseOf('auth')]: 'selfies', [databaseOf('chat')]: 'media' }

/**
 * Reads the keys of all blobs of a service. A blob names nobody: without a document that names it, it may be anybody's.
 * Erasures are proven while there is none. Deletions leave them for a day at most.
 */
export async function findUnnamedBlobs(
  client: mongo.MongoClient,
  [database, collection]: [database: string, collection: string],
  s3: S3Config | null,
): Promise<{ read: number; unnamed: string[] }> {
  if (!s3 && (await hasBucket(client, database)))
    throw new Error('photos are in a bucket: set the variables of S3 as for auth and chat')
  const blobs = await openStoredBlobs(client, database, s3)
  const unnamed: string[] = []
  let read = 0
  try {
    for (let after: string | null = ''; after !== null; ) {
      const page = await blobs.list(after)
      const keys = page.blobs.map(({ key }) => key)
      const named = await namedKeys(client.db(database).collection<Naming>(collection), keys.map(idOfBlob))
      unnamed.push(...keys.filter((key) => !named.has(key.slice(0, key.lastIndexOf('/')))))
      read += keys.length
      after = page.next
    }
  } finally {
    blobs.close()
  }
  return { read, unnamed }
}

async function namedKeys(naming: mongo.Collection<Naming>, ids: number[]): Promise<Set<string | undefined>> {
  const documents = naming.find({ _id: { $in: ids } }, { projection: { key: 1 } })
  return new Set((await documents.toArray()).map(({ key }) => key))
}
