import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { NOTIFICATION_TYPES } from '@zing/proto/users'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

const schema = new Schema(
  {
    _id: { type: Number, required: true },
    userId: { type: Number, required: true }, // who is told
    type: { type: String, enum: NOTIFICATION_TYPES, required: true },
    aboutId: { type: Number, required: true }, // whom it is about
    cause: { type: String, required: true }, // what made it; the same cause never makes a second one
    createdAt: { type: Date, required: true },
    readAt: { type: Date, default: null },
    isCleared: { type: Boolean, default: false }, // kept, so that a late repetition of its cause stays silent
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ userId: 1, cause: 1 }, { unique: true })
schema.index({ userId: 1, createdAt: -1, _id: -1 }) // by time: ids of two processes do not rise together
schema.index(...outboxIndex)

export type NotificationDocument = InferSchemaType<typeof schema> & { _id: number }
export function notificationModel(db: Connection) {
  return db.model('Notification', schema)
}
