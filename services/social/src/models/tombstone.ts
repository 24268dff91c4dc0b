import { sweepIndex } from '@zing/kit/mongo/tombstones'
import { type Connection, Schema } from 'mongoose'

/** A deleted user whose data social has erased. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // user id
    at: { type: Date, required: true },
    needsSweep: Boolean, // true until the second erasure
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index(...sweepIndex)

export function tombstoneModel(db: Connection) {
  return db.model('Tombstone', schema)
}
