import { setTimeout as pause } from 'node:timers/promises'
import { mongo } from 'mongoose'

const DATABASES = ['zing_auth', 'zing_social', 'zing_chat']
const TIMEOUT_MS = 1_000
const POLL_MS = 100

export interface StoredReset {
  epoch: number
  waitingFor: string[]
}

/** What lies in the databases, which users cannot see: the state of the reset, and documents from before it. */
export interface StoredData {
  /** Waits for a database that is away, at most for `withinMs`. */
  readReset(withinMs: number): Promise<StoredReset>
  /** `database.collection: count` for each collection with documents of an older epoch. */
  findOlder(epoch: number): Promise<string[]>
  close(): Promise<void>
}

export function openStoredData(mongoUrl: string): StoredData {
  const client = new mongo.MongoClient(mongoUrl, {
    serverSelectionTimeoutMS: TIMEOUT_MS,
    socketTimeoutMS: TIMEOUT_MS,
    connectTimeoutMS: TIMEOUT_MS,
  })

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

    async findOlder(epoch) {
      const found: string[] = []
      for (const name of DATABASES) {
        const db = client.db(name)
        for (const { collectionName } of await db.collections()) {
          const count = await db.collection(collectionName).countDocuments({ epoch: { $lt: epoch } })
          if (count > 0) found.push(`${name}.${collectionName}: ${count}`)
        }
      }
      return found
    },

    close: () => client.close(),
  }
}
