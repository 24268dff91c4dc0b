import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { StartError } from '@zing/dev-env/start-error'
import { EJSON } from 'bson'
import type { mongo } from 'mongoose'
import { collectionsOf, DATABASES } from './databases.ts'
import { writeDocuments } from './document-file.ts'
import { knownMessages } from './known-messages.ts'
import { documentsFile, type Manifest, type ManifestEntry, writeManifest } from './manifest.ts'
import { settledEpoch } from './settled-epoch.ts'

const CLOCKS_DIFFER_MS = 5 * 60 * 1_000 // between this machine and those of the services
const BATCH = 1_000 // documents; MongoDB ends a reply at 16 MB anyway

/** Copies everything into an empty folder, collection by collection, while the services go on. The manifest comes last. */
export async function writeBackup(
  client: mongo.MongoClient,
  folder: string,
  log: (line: string) => void,
): Promise<Manifest['collections']> {
  await makeEmpty(folder)
  const startedAt = new Date()
  const epoch = await settledEpoch(client)

  const collections: ManifestEntry[] = []
  for (const database of DATABASES) {
    await mkdir(path.join(folder, database.name), { mode: 0o700 })
    for (const collection of await collectionsOf(client, database)) {
      const place = { database: database.name, collection }
      collections.push({ ...place, ...(await writeCollection(client, folder, place, startedAt)) })
      log(`${database.name}.${collection}: ${collections.at(-1)?.documents} documents`)
    }
  }
  if (collections.length === 0) throw new StartError('There is nothing of Zing in this MongoDB: is MONGO_URL right?')
  if ((await settledEpoch(client)) !== epoch) {
    throw new StartError('Everything was reset while the backup was made: it is not whole. Make another one.')
  }
  await writeManifest(folder, {
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    collections,
  })
  return collections
}

type Place = Pick<ManifestEntry, 'database' | 'collection'>

async function writeCollection(client: mongo.MongoClient, folder: string, place: Place, startedAt: Date) {
  const collection = client.db(place.database).collection(place.collection)
  await writeIndexes(collection, folder, place)

  // By _id, which never changes: whatever else is written meanwhile, every document comes once.
  const cursor = collection.find({}, { raw: true, sort: { _id: 1 }, batchSize: BATCH })
  const documents = cursor as AsyncIterable<unknown> as AsyncIterable<Uint8Array> // `raw` gives bytes; its types do not say so
  const isMessages = place.database === 'zing_chat' && place.collection === 'messages'
  if (!isMessages) return writeDocuments(documentsFile(folder, place), documents)

  const conversations = documentsFile(folder, { ...place, collection: 'conversations' })
  const since = new Date(startedAt.getTime() - CLOCKS_DIFFER_MS)
  return writeDocuments(documentsFile(folder, place), knownMessages(documents, conversations, since))
}

/** For mongorestore, which makes indexes from it; ours leaves that to the services. */
async function writeIndexes(collection: mongo.Collection, folder: string, { database, collection: name }: Place) {
  const indexes = await collection.listIndexes().toArray()
  const metadata = EJSON.stringify({ indexes, uuid: '', collectionName: name, type: 'collection' }, { relaxed: false })
  await writeFile(path.join(folder, database, `${name}.metadata.json.gz`), gzipSync(metadata), { mode: 0o600 })
}

async function makeEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }) // photos and messages: for their owner's eyes
  const found = await readdir(folder)
  if (found.length > 0) throw new StartError(`${folder} is not empty: a backup needs a folder of its own.`)
}
