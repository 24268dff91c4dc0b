import type { mongo } from 'mongoose'
import { fieldsNaming, type SoughtUser } from './fields-naming.ts'

/** Where the data of a deleted user was found. */
export interface Trace {
  database: string
  collection: string
  /** Documents that name the user. */
  documents: number
  /** The first of them, and which of its fields do. */
  example: { id: string; fields: string[] }
  /** Why it may be there; absent for what the erasure has missed. */
  allowed?: 'tombstone' | 'sealed evidence'
  /** The last day of what ends by itself, such as the record of a ban. */
  until?: string
}

/** Collections, by service, with what moderation keeps of a user who is gone: the sealed evidence of reports, and bans. */
const EVIDENCE: Record<string, readonly string[]> = {
  admin: ['evidence', 'evidence_chain', 'cases', 'audit'],
  auth: ['banRecords'], // by what a banned user is recognised
}
/** Bytes of photos, which need not be read to find their owner. */
const WITHOUT_BYTES = { jpeg: 0, medium: 0, small: 0, photo: 0, otherPhotos: 0 }
const NOT_OURS = ['admin', 'config', 'local']

/** The databases of a server but its own. */
export async function databasesOf(client: mongo.MongoClient): Promise<string[]> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
  return databases.map(({ name }) => name).filter((name) => !NOT_OURS.includes(name))
}

/** Reads every document of every collection, so that neither an index nor a query is trusted; it takes its time. */
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
      let trace: Trace | null = null
      for await (const document of client.db(database).collection(collection).find({}, { projection: WITHOUT_BYTES })) {
        documents += 1
        const fields = fieldsNaming(user, collection, document)
        if (fields.length === 0) continue
        const example = { id: String(document._id), fields }
        trace ??= { database, collection, documents: 0, example, ...allowance(serviceOf(database), collection) }
        trace.documents += 1
        if (trace.allowed && document.expiresAt instanceof Date) trace.until = lastDay(trace.until, document.expiresAt)
      }
      if (trace) traces.push(trace)
    }
  }
  return { traces, documents }
}

function lastDay(before: string | undefined, expiresAt: Date): string {
  const day = expiresAt.toISOString().slice(0, 10)
  return before && before > day ? before : day
}

function allowance(service: string, collection: string): Pick<Trace, 'allowed'> {
  if (collection === 'tombstones') return { allowed: 'tombstone' }
  return EVIDENCE[service]?.includes(collection) ? { allowed: 'sealed evidence' } : {}
}
