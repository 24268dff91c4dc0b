import { settlingIndex } from '@zing/kit/mongo/tombstones'
import { type Connection, Schema } from 'mongoose'

/** A deleted user whose data chat has erased. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // user id
    at: { type: Date, required: true },
    isSettling: Boolean, // until the erasure has been repeated
    conversations: { type: [String], default: undefined }, // the erased ones, while it is settling
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index(...settlingIndex)

export function tombstoneModel(db: Connection) {
  return db.model('Tombstone', schema)
}
