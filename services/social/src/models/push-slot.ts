import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** After the stream keeps no work of before it any more. */
const KEPT_SECONDS = 2 * 24 * 60 * 60

/** When something last notified by Web Push, so that it does not do so too often. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // a conversation of a user, or the badge of a device
    userId: { type: Number, required: true }, // the receiver
    aboutId: Number, // the other user
    at: { type: Date, required: true },
    seq: { type: Number, required: true }, // the newest message that was notified of
    waitingSeq: Number, // the newest one whose work has asked for the slot and found it taken
    workId: { type: String, required: true }, // what has taken it, which takes it again after a crash
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
