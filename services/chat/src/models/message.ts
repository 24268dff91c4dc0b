import type { Quote } from '@zing/proto/messages'
import { type Connection, type IndexDefinition, type IndexOptions, type InferSchemaType, Schema } from 'mongoose'
import { type MessageMedia, messageMedia } from './message-media.ts'
import { quote } from './quote.ts'

/** A message is stored once per key. It begins with the shard key, as each unique index must. */
export const keyIndex = [
  { conv: 1, key: 1 },
  { unique: true, partialFilterExpression: { key: { $exists: true } } },
] as const satisfies [IndexDefinition, IndexOptions]

/** Flushed messages, moved here from the conversation's `pending`. */
const schema = new Schema(
  {
    _id: { type: Number, required: true },
    conv: { type: String, required: true },
    seq: { type: Number, required: true },
    senderId: { type: Number, required: true },
    key: String, // "senderId:clientMessageId", unique in its conversation
    content: { type: String, default: '' }, // of a medium: its caption
    media: { type: messageMedia, default: undefined },
    replyTo: { type: quote, default: undefined },
    createdAt: { type: Date, required: true },
    deletedAt: Date, // by its sender; the content is gone
    isErasing: Boolean, // until nothing else has anything of the deleted message
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ conv: 1, seq: 1 }, { unique: true })
schema.index(...keyIndex)
schema.index({ isErasing: 1, deletedAt: 1 }, { partialFilterExpression: { isErasing: true } }) // unfinished deletions

export type StoredMessage = Omit<InferSchemaType<typeof schema>, 'replyTo' | 'media'> & {
  _id: number
  media?: MessageMedia | null
  replyTo?: Quote | null
}
export function messageModel(db: Connection) {
  return db.model('Message', schema)
}
