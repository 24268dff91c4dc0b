import mongoose from 'mongoose'
import type { Bench } from '../bench.ts'
import { usageOf } from '../processes/process-usage.ts'

const COLLECTIONS: Record<string, string[]> = {
  zing_auth: ['users'],
  zing_social: ['people', 'pairs', 'notifications'],
  zing_chat: ['messages', 'conversations'],
}
const SAMPLES = 200

/** The memory of each process, in MiB. */
export async function memoryOf({ product }: Bench): Promise<Record<string, number>> {
  const entries = product.processes.map(async ({ service, pid }): Promise<[string, number]> => {
    const { rssBytes } = await usageOf(pid)
    return [service, rssBytes / 1_024 ** 2]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The bytes of an average document of each collection. */
export async function bytesOf(bench: Bench): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const [database, collections] of Object.entries(COLLECTIONS)) {
    const db = await bench.database(database)
    for (const name of collections) {
      const documents = await db.collection(name).find().sort({ _id: -1 }).limit(SAMPLES).toArray()
      const bytes = documents.map((document) => mongoose.mongo.BSON.calculateObjectSize(document))
      sizes[name] = Math.round(bytes.reduce((sum, size) => sum + size, 0) / bytes.length)
    }
  }
  return sizes
}
