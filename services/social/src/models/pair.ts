import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** Everything between two people. What must change together is one document. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "lo:hi", the smaller user id first
    members: { type: [Number], required: true }, // [lo, hi]
    loLikedAt: { type: Date, default: null },
    hiLikedAt: { type: Date, default: null },
    liked: { type: [Number], default: [] }, // whom the other side likes: counted through its index
    matchedAt: { type: Date, default: null },
    blocked: { type: Boolean, default: false },
    rev: { type: Number, required: true }, // +1 with every change; the compare-and-swap rests on it
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ members: 1, matchedAt: -1 }) // my matches, newest first
schema.index({ liked: 1 }) // how many like me
schema.index(...outboxIndex)

export type Pair = Omit<InferSchemaType<typeof schema>, 'outbox'> & { _id: string }
export function pairModel(db: Connection) {
  return db.model('Pair', schema)
}
