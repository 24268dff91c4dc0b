import type { mongo } from 'mongoose'
import { type Allowance, allowanceOf } from './allowance.ts'
import { fieldsNaming, type SoughtUser } from './fields-naming.ts'

/** Documents of a collection that name a deleted user. */
export interface Trace extends Allowance {
  database: string
  collection: string
  /** Documents that name the user. */
  documents: number
  /** The first such document, with the fields that name the user. */
  example: { id: string; fields: string[] }
}

/** Bytes of photos, which say nothing about their owner. */
const WITHOUT_BYTES = { bytes: 0, jpeg: 0, medium: 0, small: 0, photo: 0, otherPhotos: 0, png: 0 }
const NOT_OURS = ['admin', 'config', 'local']

/** The databases of a server, without the server's own. */
export async function databasesOf(client: mongo.MongoClient): Promise<string[]> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
  return databases.map(({ name }) => name).filter((name) => !NOT_OURS.includes(name))
}

/** Reads every document of every collection: it trusts neither indexes nor queries, and takes long. */
export async function findTraces(
  client: mongo.MongoClient,
  databases: string[],
  user: SoughtUser,
  serviceOf: (database: string) => string = (database) => database.replace(/^zing_/, ''),
): Promise<{ traces: Trace[]; documents: number }> {
  const traces: Trace[] = []
  let documents = 0
  for (const database of databases) {
    const collections = await client.db(database).listCollections({}, { nameOnly: true }).toArray()
    for (const { name: collection } of collections) {
      if (collection.startsWith('system.')) continue
      const found = new Map<Allowance['allowed'], Trace>()
      for await (const document of client.db(database).collection(collection).find({}, { projection: WITHOUT_BYTES })) {
        documents += 1
        const fields = fieldsNaming(user, collection, document)
        if (fields.length === 0) continue
        const example = { id: String(document._id), fields }
        const named = { service: serviceOf(database), collection, document, userId: user.userId }
        const { allowed, until } = await allowanceOf(client.db(database), named)
        const trace = found.get(allowed) ?? { database, collection, documents: 0, example, ...(allowed && { allowed }) }
        found.set(allowed, trace)
        trace.documents += 1
        if (until && (!trace.until || until > trace.until)) trace.until = until
      }
      traces.push(...found.values())
    }
  }
  return { traces, documents }
}
