import type { Migration } from '@zing/kit/mongo/migrations'
import type { mongo } from 'mongoose'
import { keyIndex } from '../models/message.ts'

/** Unique over all conversations, in version 0.1. A shard cannot check it. */
const OLD_INDEX = 'key_1'
/** Serves the lookups of processes of version 0.1, which name the key alone, during the update. Remove it in a later version. */
const LOOKUP_INDEX = { key: 1, conv: 1 } as const

/** The unique index of message keys begins with the conversation. At every moment there is a unique one. */
export const keysPerConversation: Migration = {
  name: '0001-keys-per-conversation',
  async up(db) {
    const messages = db.collection('messages')
    const [unique, options] = keyIndex
    await messages.createIndex(unique, options)
    if (!(await messages.indexExists(OLD_INDEX))) return
    const { partialFilterExpression } = options
    await messages.createIndex(LOOKUP_INDEX, { partialFilterExpression })
    await messages.dropIndex(OLD_INDEX).catch(ignoreMissing)
  },
}

function ignoreMissing(error: mongo.MongoServerError): void {
  if (error.codeName !== 'IndexNotFound') throw error // another process was faster
}
