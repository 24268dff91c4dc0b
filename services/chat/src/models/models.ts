import { blobModel } from '@zing/blobs/mongo-store'
import { dailyUsageModel } from '@zing/kit/mongo/daily-quota'
import { hourlyResultModel } from '@zing/kit/mongo/hourly-result'
import type { Connection } from 'mongoose'
import { type Conversation, conversationModel } from './conversation.ts'
import { firstMessagesModel } from './first-message.ts'
import { type Medium, mediumModel } from './medium.ts'
import { messageModel, type StoredMessage } from './message.ts'
import { reactionModel, type StoredReactions } from './reaction.ts'
import { tombstoneModel } from './tombstone.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  const Conversation = conversationModel(db)
  const Message = messageModel(db)
  const Reaction = reactionModel(db)
  const Medium = mediumModel(db)
  return {
    Conversation,
    Message,
    Reaction,
    Medium,
    Blob: blobModel(db),
    Tombstone: tombstoneModel(db),
    FirstMessages: firstMessagesModel(db),
    DailyUsage: dailyUsageModel(db),
    HourlyResult: hourlyResultModel(db),
    /** Collections for frequent commands: mongoose's casts took a sixth of chat's CPU time per send. */
    raw: {
      conversations: db.collection<Conversation>(Conversation.collection.name),
      messages: db.collection<StoredMessage>(Message.collection.name),
      reactions: db.collection<StoredReactions>(Reaction.collection.name),
      media: db.collection<Medium>(Medium.collection.name),
    },
  }
}
