import type { Connection } from 'mongoose'

const BATCH = 500

/** Moves all documents of a collection to another one. Repeats safely: a document is deleted only after it is stored. */
export async function moveCollection(db: Connection, from: string, to: string): Promise<void> {
  for (;;) {
    const documents = await db.collection(from).find().limit(BATCH).toArray()
    if (documents.length === 0) return
    for (const { _id, ...fields } of documents) {
      await db.collection(to).updateOne({ _id }, { $set: fields }, { upsert: true })
    }
    await db.collection(from).deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } })
  }
}
