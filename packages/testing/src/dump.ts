import { readFile } from 'node:fs/promises'
import { EJSON } from 'bson'
import mongoose, { type mongo } from 'mongoose'

/** Documents of a database by collection, in MongoDB's Extended JSON. */
type Dump = Record<string, mongo.Document[]>

/** Fills an empty database with a dump, such as the data of an earlier version that migrations are tested with. */
export async function restoreDump(mongoUrl: string, file: URL): Promise<void> {
  const dump: Dump = EJSON.parse(await readFile(file, 'utf8'))
  const db = await mongoose.createConnection(mongoUrl).asPromise()
  for (const [collection, documents] of Object.entries(dump)) await db.collection(collection).insertMany(documents)
  await db.close()
}
