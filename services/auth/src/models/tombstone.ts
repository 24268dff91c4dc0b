import { sweepIndex } from '@zing/kit/mongo/tombstones'
import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { type Connection, Schema } from 'mongoose'

/** Remains after an account is deleted. Storing it with its event commits the deletion. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // user id
    at: { type: Date, required: true },
    usernameHash: String, // missing once the username is free again
    needsSweep: Boolean, // until the erasure was repeated
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ usernameHash: 1 }, { partialFilterExpression: { usernameHash: { $exists: true } } })
schema.index(...sweepIndex)
schema.index(...outboxIndex)

export function tombstoneModel(db: Connection) {
  return db.model('Tombstone', schema)
}
