import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { NOTIFICATION_TYPES } from '@zing/proto/notifications'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

const schema = new Schema(
  {
    _id: { type: Number, required: true },
    userId: { type: Number, required: true }, // recipient
    type: { type: String, enum: NOTIFICATION_TYPES, required: true },
    aboutId: Number, // the other user; missing in notifications about the own account
    payload: Schema.Types.Mixed, // in notifications about the own account, in the form of the contract
    cause: { type: String, required: true }, // unique per user, so that a repeated event notifies once
    createdAt: { type: Date, required: true },
    readAt: { type: Date, default: null },
    isCleared: { type: Boolean, default: false }, // kept, so that a redelivered event does not create it again
    rev: Number, // rev of the pair at the newest change of a LIKE or MATCH; missing in other types
    rangAt: Date, // time of the newest like or match that rang
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ userId: 1, cause: 1 }, { unique: true })
schema.index({ userId: 1, createdAt: -1, _id: -1 }) // by time: ids of several processes are not in order
schema.index({ aboutId: 1 }) // erasure
/** The unread entries of a user: their number does not grow with the age of the account. */
export const UNREAD_INDEX = { userId: 1, aboutId: 1, cause: 1 } as const
schema.index(UNREAD_INDEX, { partialFilterExpression: { isCleared: false, readAt: null } })
schema.index(...outboxIndex)

export type NotificationDocument = InferSchemaType<typeof schema> & { _id: number }
export function notificationModel(db: Connection) {
  return db.model('Notification', schema)
}
