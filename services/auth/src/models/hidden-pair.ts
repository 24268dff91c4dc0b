import { type Connection, Schema } from 'mongoose'

/** Replica of chat's blocks: the two users do not see each other's photos. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "lo:hi"
    epoch: { type: Number, required: true },
    rev: { type: Number, required: true }, // +1 with every block event
  },
  { versionKey: false },
)

export function hiddenPairModel(db: Connection) {
  return db.model('HiddenPair', schema, 'hiddenPairs')
}
