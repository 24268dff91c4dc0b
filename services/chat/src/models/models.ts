import type { Connection } from 'mongoose'
import { type Conversation, conversationModel } from './conversation.ts'
import { messageModel, type StoredMessage } from './message.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  const Conversation = conversationModel(db)
  const Message = messageModel(db)
  return {
    Conversation,
    Message,
    /**
     * For what every message and every page does. Mongoose would cast once more what is typed already: for a send, that
     * was a sixth of chat's work (measured).
     */
    raw: {
      conversations: db.collection<Conversation>(Conversation.collection.name),
      messages: db.collection<StoredMessage>(Message.collection.name),
    },
  }
}
