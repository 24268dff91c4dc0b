import { setTimeout as pause } from 'node:timers/promises'
import { RESETTABLE } from '@zing/proto/nats/rpc/reset'
import { databaseOf } from '@zing/proto/processes'
import { mongo } from 'mongoose'

const DATABASES = RESETTABLE.map(databaseOf)
const TIMEOUT_MS = 1_000
const POLL_MS = 100

export interface StoredReset {
  epoch: number
  waitingFor: string[]
}

/** Ids by `database.collection`. */
export type StoredIds = Map<string, mongo.BSON.ObjectId[]>

/** The part of the databases that users cannot see: the state of the reset, and documents from before it. */
export interface StoredData {
  /** Waits up to `withinMs` for an unavailable database. */
  readReset(withinMs: number): Promise<StoredReset>
  /** Lists the ids of the documents in all collections. */
  listIds(): Promise<StoredIds>
  /**
   * `database.collection: count` for each collection with documents of an older epoch; with `among`, for these ids
   * only.
   */
  findOlder(epoch: number, among?: StoredIds): Promise<string[]>
  close(): Promise<void>
}

export function openStoredData(mongoUrl: string): StoredData {
  const client = new mongo.MongoClient(mongoUrl, {
    serverSelectionTimeoutMS: TIMEOUT_MS,
    socketTimeoutMS: TIMEOUT_MS,
    connectTimeoutMS: TIMEOUT_MS,
  })

  async function collections(): Promise<mongo.Collection[]> {
    const found = await Promise.all(DATABASES.map((name) => client.db(name).collections()))
    return found.flat()
  }

  return {
    async readReset(withinMs) {
      const end = performance.now() + withinMs
      const resets = client.db('zing_admin').collection<StoredReset>('resets')
      for (;;) {
        try {
          return (await resets.findOne()) ?? { epoch: 0, waitingFor: [] }
        } catch (error) {
          if (performance.now() > end) throw error
          await pause(POLL_MS)
        }
      }
    },

    async listIds() {
      const listed = (await collections()).map(async (collection) => {
        const documents = await collection.find({}, { projection: { _id: 1 } }).toArray()
        return [collection.namespace, documents.map(({ _id }) => _id)] as const
      })
      return new Map(await Promise.all(listed))
    },

    async findOlder(epoch, among) {
      const found: string[] = []
      for (const collection of await collections()) {
        const ids = among?.get(collection.namespace) ?? []
        const filter = { epoch: { $lt: epoch }, ...(among && { _id: { $in: ids } }) }
        const count = await collection.countDocuments(filter)
        if (count > 0) found.push(`${collection.namespace}: ${count}`)
      }
      return found
    },

    close: () => client.close(),
  }
}
