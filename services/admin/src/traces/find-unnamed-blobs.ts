import type { S3Config } from '@zing/blobs/env'
import { documentKeyOf, idOfBlob, NAMED_BY } from '@zing/blobs/key'
import { hasBucket, openStoredBlobs } from '@zing/blobs/operator'
import type { mongo } from 'mongoose'

interface Naming {
  _id: number
  key?: string
}

export interface UnnamedBlobs {
  read: number
  unnamed: string[]
}

/**
 * Reads the keys of all blobs. A blob names nobody: without a document that names it, it may be anybody's. Erasures are proven
 * while there is none. Deletions leave them for a day at most.
 */
export async function findUnnamedBlobs(
  client: mongo.MongoClient,
  databases: string[],
  s3: S3Config | null,
): Promise<UnnamedBlobs> {
  const found: UnnamedBlobs = { read: 0, unnamed: [] }
  for (const [database, collections] of Object.entries(NAMED_BY))
    if (databases.includes(database)) await searchDatabase(client.db(database), { client, collections, s3, found })
  return found
}

interface Search {
  client: mongo.MongoClient
  collections: readonly string[]
  s3: S3Config | null
  found: UnnamedBlobs
}

async function searchDatabase(db: mongo.Db, { client, collections, s3, found }: Search): Promise<void> {
  if (!s3 && (await hasBucket(client, db.databaseName)))
    throw new Error(`blobs of ${db.databaseName} are in a bucket: set the variables of S3 as for its service`)
  const blobs = await openStoredBlobs(client, db.databaseName, s3)
  try {
    for (let after: string | null = ''; after !== null; ) {
      const page = await blobs.list(after)
      const keys = page.blobs.map(({ key }) => key)
      const named = await Promise.all(collections.map((name) => namedKeys(db.collection<Naming>(name), keys)))
      found.unnamed.push(...keys.filter((key) => !named.some((set) => set.has(documentKeyOf(key)))))
      found.read += keys.length
      after = page.next
    }
  } finally {
    blobs.close()
  }
}

async function namedKeys(collection: mongo.Collection<Naming>, keys: string[]): Promise<Set<string | undefined>> {
  const documents = collection.find({ _id: { $in: keys.map(idOfBlob) } }, { projection: { key: 1 } })
  return new Set((await documents.toArray()).map(({ key }) => key))
}
