import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** Longer than the stream keeps work. */
const KEPT_SECONDS = 2 * 24 * 60 * 60

/** The time of the last Web Push for a conversation or a badge, which limits how often it notifies. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // a conversation of a user, or the badge of a device
    userId: { type: Number, required: true }, // the receiver
    aboutId: Number, // the other user
    at: { type: Date, required: true },
    seq: { type: Number, required: true }, // the newest notified message
    waitingSeq: Number, // the newest message whose work found the slot taken
    workId: { type: String, required: true }, // the work that took the slot, and takes it again after a crash
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })
schema.index({ userId: 1 }) // erasure
schema.index({ aboutId: 1 })

export type PushSlot = InferSchemaType<typeof schema> & { _id: string }
export function pushSlotModel(db: Connection) {
  return db.model('PushSlot', schema, 'push_slots')
}
