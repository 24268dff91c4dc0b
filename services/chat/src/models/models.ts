import type { Connection } from 'mongoose'
import { conversationModel } from './conversation.ts'
import { messageModel } from './message.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  return { Conversation: conversationModel(db), Message: messageModel(db) }
}
