import { StartError } from '@zing/dev-env/start-error'
import { BSON } from 'bson'
import type { mongo } from 'mongoose'
import { COUNTERS, collectionsOf, DATABASES } from './databases.ts'
import { readDocuments, sha256Of } from './document-file.ts'
import { documentsFile, type Manifest, type ManifestEntry, readManifest } from './manifest.ts'

const BATCH_BYTES = 8 * 1024 * 1024
const BATCH_DOCUMENTS = 1_000

/**
 * Ids that were given after the backup was made are not given to others: a browser may still hold the photo, a notification
 * or an unsent message of whoever had them. More than any community gives away between two backups.
 */
const ID_GAP = 1_000_000

export interface RestoreOptions {
  /** Deletes what is there before; otherwise nothing may be there. */
  drop: boolean
  log: (line: string) => void
}

/** Puts a backup into a server whose services are stopped. Nothing is touched before the backup has proved to be whole. */
export async function restoreBackup(
  client: mongo.MongoClient,
  folder: string,
  { drop, log }: RestoreOptions,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const entry of manifest.collections) await checkFile(folder, entry)
  if (drop) for (const { name } of DATABASES) await client.db(name).dropDatabase()
  else await refuseData(client)

  for (const entry of manifest.collections) {
    await insertAll(client, folder, entry)
    await checkCount(client, entry)
    log(`${entry.database}.${entry.collection}: ${entry.documents} documents`)
  }
  for (const { name } of DATABASES) {
    await client
      .db(name)
      .collection(COUNTERS)
      .updateMany({}, { $inc: { last: ID_GAP } })
  }
  return manifest
}

async function checkFile(folder: string, entry: ManifestEntry): Promise<void> {
  const file = documentsFile(folder, entry)
  const found = await sha256Of(file).catch(() => null)
  if (found === null) throw new StartError(`${file} is missing: this backup is not whole.`)
  if (found !== entry.sha256) throw new StartError(`${file} is damaged: it is not what was backed up.`)
}

async function refuseData(client: mongo.MongoClient): Promise<void> {
  for (const database of DATABASES) {
    for (const collection of await collectionsOf(client, database)) {
      const isEmpty = (await client.db(database.name).collection(collection).findOne()) === null
      if (isEmpty) continue // its service has run before there was anything to keep
      throw new StartError(
        `${database.name}.${collection} holds data already: restore into an empty server, or give up what is there with --drop.`,
      )
    }
  }
}

async function insertAll(client: mongo.MongoClient, folder: string, entry: ManifestEntry): Promise<void> {
  const collection = client.db(entry.database).collection(entry.collection)
  let batch: Buffer[] = []
  let bytes = 0
  async function flush(): Promise<void> {
    if (batch.length > 0) await collection.insertMany(batch.map(faithful))
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

/** A number stays of the type that it has in the database, be it that a double happens to be whole. */
function faithful(raw: Buffer): BSON.Document {
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
