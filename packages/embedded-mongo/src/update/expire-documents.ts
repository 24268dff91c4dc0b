import { removeDocument } from '../documents.ts'
import { findDocuments } from '../query/find-documents.ts'
import { namespace, type Store } from '../storage/store.ts'
import { transact } from '../storage/transactions.ts'

const BATCH = 500 // other writes run between two batches

export async function expireDocuments(store: Store): Promise<void> {
  for (const collection of [...store.collections.values()]) {
    for (const index of collection.indexes) {
      const { name, key, expireAfterSeconds, partialFilterExpression } = index
      const [path] = Object.keys(key)
      if (expireAfterSeconds === undefined || !path) continue
      const expired = { [path]: { $lte: new Date(Date.now() - expireAfterSeconds * 1000) } }
      const filter = partialFilterExpression ? { $and: [expired, partialFilterExpression] } : expired
      const expireBatch = () => {
        const isCurrent = store.collections.get(namespace(collection)) === collection
        if (!isCurrent || !collection.indexes.includes(index)) return 0 // dropped or loaded again meanwhile
        const found = [...findDocuments(store, collection, { filter, hint: name, limit: BATCH })]
        for (const stored of found) removeDocument(store, collection, stored)
        return found.length
      }
      while ((await transact(store, expireBatch)) === BATCH);
    }
  }
}
