import { removeDocument } from './documents.ts'
import { findDocuments } from './find-documents.ts'
import { type Store, transact } from './store.ts'

const BATCH = 500 // between two of them other writes get their turn

/** Deletes what TTL indexes say is over. */
export async function expireDocuments(store: Store): Promise<void> {
  for (const collection of [...store.collections.values()]) {
    for (const index of collection.indexes) {
      const { name, key, expireAfterSeconds, partialFilterExpression } = index
      const [path] = Object.keys(key)
      if (expireAfterSeconds === undefined || !path) continue
      const over = { [path]: { $lte: new Date(Date.now() - expireAfterSeconds * 1000) } }
      const filter = partialFilterExpression ? { $and: [over, partialFilterExpression] } : over
      const expireBatch = () => {
        if (!collection.indexes.includes(index)) return 0 // dropped meanwhile
        const found = [...findDocuments(store, collection, { filter, hint: name, limit: BATCH })]
        for (const stored of found) removeDocument(store, collection, stored)
        return found.length
      }
      while ((await transact(store, expireBatch)) === BATCH);
    }
  }
}
