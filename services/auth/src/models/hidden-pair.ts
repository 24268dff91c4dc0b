import { type Connection, Schema } from 'mongoose'

/** Replica of chat's blocks: while one exists, the two users do not see each other's photos. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "lo:hi"
    epoch: { type: Number, required: true },
    rev: { type: Number, required: true }, // +1 with every block event
    blockedBy: { type: [Number], default: [] }, // empty once the blocks have ended
    loRev: Number, // chat's rev of the newest block by lo, or of its end
    hiRev: Number,
  },
  { versionKey: false },
)

export function hiddenPairModel(db: Connection) {
  return db.model('HiddenPair', schema, 'hiddenPairs')
}
