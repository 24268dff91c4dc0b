import type { S3Config } from '@zing/blobs/env'
import { openStoredBlobs } from '@zing/blobs/operator'
import { StartError } from '@zing/dev-env/start-error'
import { BSON } from 'bson'
import type { mongo } from 'mongoose'
import { COUNTERS, collectionsOf, DATABASES } from './databases.ts'
import { readDocuments, sha256Of } from './document-file.ts'
import { keepDeletions, readDeletions } from './kept-deletions.ts'
import { documentsFile, type Manifest, type ManifestEntry, readManifest } from './manifest.ts'
import { noteRestoredCases } from './restored-cases.ts'
import { BLOBS, restoreBlobs } from './stored-blobs.ts'
import { MAX_CLOCK_SKEW_MS } from './write-backup.ts'

const BATCH_BYTES = 8 * 1024 * 1024
const BATCH_DOCUMENTS = 1_000

/** Skips ids that were assigned after the backup, because browsers may still hold data of those users. */
const ID_GAP = 1_000_000

export interface RestoreOptions {
  /** Deletes existing data first, but remembers which accounts were deleted; without it the server must be empty. */
  drop: boolean
  /** Takes the blobs, which otherwise go into the database. */
  s3?: S3Config | null
  log: (line: string) => void
}

/** Restores a backup while the services are stopped. Changes nothing before every file has been verified. */
export async function restoreBackup(
  client: mongo.MongoClient,
  folder: string,
  { drop, log, s3 = null }: RestoreOptions,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const entry of manifest.collections) await checkFile(folder, entry)
  const deletions = await readDeletions(client)
  if (drop) for (const { name } of DATABASES) await client.db(name).dropDatabase()
  else await checkEmpty(client)

  const isForBucket = (entry: ManifestEntry) => s3 !== null && entry.collection === BLOBS
  for (const entry of manifest.collections.filter((one) => !isForBucket(one))) {
    await insertAll(client, folder, entry)
    await checkCount(client, entry)
    log(`${entry.database}.${entry.collection}: ${entry.documents} documents`)
  }
  // last: the database says where in the bucket its blobs are
  for (const entry of manifest.collections.filter(isForBucket)) await fillBucket(client, folder, entry, { s3, log })
  for (const { name } of DATABASES) {
    await client
      .db(name)
      .collection(COUNTERS)
      .updateMany({}, { $inc: { last: ID_GAP } })
  }
  const changed = await noteRestoredCases(client, new Date(Date.parse(manifest.startedAt) - MAX_CLOCK_SKEW_MS))
  if (changed > 0) log(`${changed} cases changed during the backup. The audit log says how they were restored.`)
  const kept = await keepDeletions(client, deletions)
  if (kept > 0) log(`${kept} accounts were deleted after the backup. They are erased again when the services start.`)
  return manifest
}

async function checkFile(folder: string, entry: ManifestEntry): Promise<void> {
  const file = documentsFile(folder, entry)
  const hash = await sha256Of(file).catch(() => null)
  if (hash === null) throw new StartError(`${file} is missing: this backup is incomplete.`)
  if (hash !== entry.sha256) throw new StartError(`${file} is damaged: its hash differs from the manifest.`)
}

async function checkEmpty(client: mongo.MongoClient): Promise<void> {
  for (const database of DATABASES) {
    for (const collection of await collectionsOf(client, database)) {
      const isEmpty = (await client.db(database.name).collection(collection).findOne()) === null
      if (isEmpty) continue // an empty collection of a service that has only been started
      throw new StartError(
        `${database.name}.${collection} holds data already: restore into an empty server, or delete the data with --drop.`,
      )
    }
  }
}

async function fillBucket(
  client: mongo.MongoClient,
  folder: string,
  entry: ManifestEntry,
  { s3, log }: Pick<RestoreOptions, 'log'> & { s3: S3Config | null },
): Promise<void> {
  const blobs = await openStoredBlobs(client, entry.database, s3)
  try {
    log(`${entry.database}: ${await restoreBlobs(blobs, documentsFile(folder, entry))} blobs in the bucket`)
  } finally {
    blobs.close()
  }
}

async function insertAll(client: mongo.MongoClient, folder: string, entry: ManifestEntry): Promise<void> {
  const collection = client.db(entry.database).collection(entry.collection)
  let batch: Buffer[] = []
  let bytes = 0
  async function flush(): Promise<void> {
    if (batch.length > 0) await collection.insertMany(batch.map(deserializeExact))
    batch = []
    bytes = 0
  }
  for await (const raw of readDocuments(documentsFile(folder, entry))) {
    batch.push(raw)
    bytes += raw.length
    if (bytes >= BATCH_BYTES || batch.length >= BATCH_DOCUMENTS) await flush()
  }
  await flush()
}

/** Keeps the BSON type of each number, also of a double without fraction. */
function deserializeExact(raw: Buffer): BSON.Document {
  return BSON.deserialize(raw, { promoteValues: false, bsonRegExp: true })
}

async function checkCount(
  client: mongo.MongoClient,
  { database, collection, documents }: ManifestEntry,
): Promise<void> {
  const count = await client.db(database).collection(collection).countDocuments()
  if (count === documents) return
  throw new StartError(
    `${database}.${collection} has ${count} documents where the backup has ${documents}: are the services stopped? Restore again, with --drop.`,
  )
}
