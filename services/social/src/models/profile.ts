import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** Below this, likes are counted from the index; from here on the stored count serves, about a second behind. */
export const EXACT_BELOW = 1_000

/** Replica of auth's profiles; `rev` is the revision in auth. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // user id
    name: { type: String, required: true },
    age: { type: Number, required: true },
    gender: { type: String, required: true },
    orientation: { type: String, required: true },
    selfie: { type: String, default: null },
    hidden: Boolean, // off the feed; missing in replicas of before it existed
    suspendedUntil: { type: Date, default: null }, // off the feed until then, which is compared with every read
    createdAt: { type: Date, required: true },
    rev: { type: Number, required: true },
    epoch: { type: Number, required: true },
    likeCount: { type: Number, default: 0 }, // maintained from EXACT_BELOW on
    likeCountRev: { type: Number, default: 0 }, // +1 with every stored count, for compare-and-swap
  },
  { versionKey: false },
)
schema.index({ createdAt: -1, _id: -1 }) // feed, newest first

export type Profile = InferSchemaType<typeof schema> & { _id: number }
export function profileModel(db: Connection) {
  return db.model('Profile', schema, 'people')
}
