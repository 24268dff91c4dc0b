import type { Connection } from 'mongoose'

const BATCH = 500

/**
 * Moves all documents of a collection to another one. Repeats safely, since it stores a document before it deletes the old
 * copy.
 */
export async function moveCollection(db: Connection, from: string, to: string): Promise<void> {
  for (;;) {
    const documents = await db.collection(from).find().limit(BATCH).toArray()
    if (documents.length === 0) return
    await db.collection(to).bulkWrite(
      documents.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
      })),
    )
    await db.collection(from).deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } })
  }
}
