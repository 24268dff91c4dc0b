import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { S3Config } from '@zing/blobs/env'
import { BRIEF, NAMED_BY } from '@zing/blobs/key'
import { hasBucket, openStoredBlobs } from '@zing/blobs/operator'
import { StartError } from '@zing/dev-env/start-error'
import { EJSON } from 'bson'
import type { mongo } from 'mongoose'
import { readCommonEpoch } from './common-epoch.ts'
import { collectionsOf, DATABASES } from './databases.ts'
import { type FileMetadata, writeDocuments } from './document-file.ts'
import { knownMessages } from './known-messages.ts'
import { documentsFile, type Manifest, type ManifestEntry, writeManifest } from './manifest.ts'
import { BLOBS, blobDocuments } from './stored-blobs.ts'

/** Largest accepted clock difference between this machine and the services. */
export const MAX_CLOCK_SKEW_MS = 5 * 60 * 1_000
const BATCH = 1_000 // documents; MongoDB limits a reply to 16 MB

/** Writes every collection into an empty folder while the services run, and the manifest last. */
export async function writeBackup(
  client: mongo.MongoClient,
  folder: string,
  log: (line: string) => void,
  s3: S3Config | null = null,
): Promise<Manifest['collections']> {
  await createEmptyFolder(folder)
  const startedAt = new Date()
  const epoch = await readCommonEpoch(client)

  const collections: ManifestEntry[] = []
  for (const database of DATABASES) {
    await mkdir(path.join(folder, database.name), { mode: 0o700 })
    const found = await collectionsOf(client, database)
    const isInBucket = database.name in NAMED_BY && (await hasBucket(client, database.name))
    if (isInBucket && !s3)
      throw new StartError(`Blobs of ${database.name} are in a bucket: set the variables of S3 as for its service.`)
    const names = isInBucket && !found.includes(BLOBS) ? [...found, BLOBS] : found
    for (const collection of names) {
      const source = { database: database.name, collection }
      const written =
        isInBucket && collection === BLOBS
          ? await writeBlobs(client, folder, source, { s3, log })
          : await writeCollection(client, folder, source, startedAt)
      collections.push({ ...source, ...written })
      log(`${database.name}.${collection}: ${collections.at(-1)?.documents} documents`)
    }
  }
  if (collections.length === 0) throw new StartError('This MongoDB has no data of Zing: check MONGO_URL.')
  if ((await readCommonEpoch(client)) !== epoch) {
    throw new StartError('A reset happened during the backup, so the backup is incomplete. Repeat it.')
  }
  await writeManifest(folder, {
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    collections,
  })
  await noteBackup(client, startedAt).catch((error: Error) => {
    log(`The dashboard will not show this backup, because its time could not be written: ${error.message}`)
  })
  return collections
}

/** Writes the time for the dashboard. The backup itself needs no right to write. */
async function noteBackup(client: mongo.MongoClient, at: Date): Promise<void> {
  const backups = client.db('zing_admin').collection<{ _id: string; at: Date }>('backups')
  await backups.updateOne({ _id: 'newest' }, { $max: { at } }, { upsert: true })
}

/** Writes the blobs of the bucket as if they were in the database. */
async function writeBlobs(
  client: mongo.MongoClient,
  folder: string,
  source: Source,
  { s3, log }: { s3: S3Config | null; log: (line: string) => void },
): Promise<FileMetadata> {
  const blobs = await openStoredBlobs(client, source.database, s3)
  try {
    return await writeDocuments(documentsFile(folder, source), blobDocuments(blobs, log))
  } finally {
    blobs.close()
  }
}

type Source = Pick<ManifestEntry, 'database' | 'collection'>

async function writeCollection(client: mongo.MongoClient, folder: string, source: Source, startedAt: Date) {
  const collection = client.db(source.database).collection(source.collection)
  await writeIndexes(collection, folder, source)

  // sorted by _id, which never changes: every document is read once despite concurrent writes
  const kept = source.collection === BLOBS ? { _id: { $not: BRIEF } } : {}
  const cursor = collection.find(kept as mongo.Filter<mongo.Document>, {
    raw: true,
    sort: { _id: 1 },
    batchSize: BATCH,
  })
  const documents = cursor as AsyncIterable<unknown> as AsyncIterable<Uint8Array> // `raw` yields bytes; the types do not declare it
  const isMessages = source.database === 'zing_chat' && source.collection === 'messages'
  if (!isMessages) return writeDocuments(documentsFile(folder, source), documents)

  const conversations = documentsFile(folder, { ...source, collection: 'conversations' })
  const since = new Date(startedAt.getTime() - MAX_CLOCK_SKEW_MS)
  return writeDocuments(documentsFile(folder, source), knownMessages(documents, conversations, since))
}

/** Writes the metadata for mongorestore; our restore leaves indexes to the services. */
async function writeIndexes(collection: mongo.Collection, folder: string, { database, collection: name }: Source) {
  const indexes = await collection.listIndexes().toArray()
  const metadata = EJSON.stringify({ indexes, uuid: '', collectionName: name, type: 'collection' }, { relaxed: false })
  await writeFile(path.join(folder, database, `${name}.metadata.json.gz`), gzipSync(metadata), { mode: 0o600 })
}

async function createEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }) // photos and messages: readable by the owner alone
  const found = await readdir(folder)
  if (found.length > 0) throw new StartError(`${folder} isn't empty. A backup needs an empty folder.`)
}
