import { event, type OutboxEntry, toOutboxEntries } from '@zing/kit/nats/outbox'
import { userDeleted } from '@zing/proto/nats/events'
import type { mongo } from 'mongoose'

/** A deleted account, as auth stores it. */
interface Tombstone {
  _id: number
  at: Date
  usernameHash?: string
  needsSweep?: boolean
  epoch: number
  outbox: OutboxEntry[]
}
export type Deletion = Pick<Tombstone, '_id' | 'at' | 'usernameHash'>

const REV = 1 // no replica compares it

/** Returns the deleted accounts in the data that a restore replaces. */
export function readDeletions(client: mongo.MongoClient): Promise<Deletion[]> {
  return tombstonesOf(client)
    .find({}, { projection: { at: 1, usernameHash: 1 } })
    .toArray()
}

/**
 * Deletes these accounts again. The event in each tombstone's outbox makes the services erase restored data as soon as they
 * start. Returns how many the backup did not know.
 */
export async function keepDeletions(client: mongo.MongoClient, deletions: Deletion[]): Promise<number> {
  const meta = await client.db('zing_auth').collection<{ _id: string; value: number }>('meta').findOne({ _id: 'epoch' })
  const epoch = meta?.value ?? 0
  let kept = 0
  for (const { _id, ...deletion } of deletions) {
    const outbox = toOutboxEntries([event(userDeleted, { userId: _id })], { rev: REV, epoch })
    const tombstone = { ...deletion, needsSweep: true, epoch, outbox }
    const { upsertedCount } = await tombstonesOf(client).updateOne(
      { _id },
      { $setOnInsert: tombstone },
      { upsert: true },
    )
    kept += upsertedCount
  }
  return kept
}

function tombstonesOf(client: mongo.MongoClient) {
  return client.db('zing_auth').collection<Tombstone>('tombstones')
}
