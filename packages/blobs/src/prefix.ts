import type { Connection } from 'mongoose'
import { newKey } from './key.ts'

interface Bucket {
  _id: string
  prefix: string
  /** False before the first blob may be there, and once all have left. */
  isUsed: boolean
}

const ID = 'bucket'

/**
 * The folder of this database in the bucket, for ever the same. It is random, so that another installation with the same bucket
 * takes none of its blobs for orphans.
 */
export async function prefixOf(db: Connection, { isUsed }: Pick<Bucket, 'isUsed'>): Promise<string> {
  const known = await bucketsOf(db).findOne({ _id: ID })
  if (known && (known.isUsed || !isUsed)) return known.prefix
  const created = { prefix: newKey(), ...(!isUsed && { isUsed }) }
  const change = { $setOnInsert: created, ...(isUsed && { $set: { isUsed } }) }
  await bucketsOf(db).updateOne({ _id: ID }, change, { upsert: true })
  return prefixOf(db, { isUsed })
}

/** True if a bucket may have blobs of this database. */
export async function usesBucket(db: Connection): Promise<boolean> {
  return (await bucketsOf(db).findOne({ _id: ID, isUsed: true })) !== null
}

export async function noteEmptyBucket(db: Connection): Promise<void> {
  await bucketsOf(db).updateOne({ _id: ID }, { $set: { isUsed: false } })
}

function bucketsOf(db: Connection) {
  return db.collection<Bucket>('meta')
}
