import { RESETTABLE } from '@zing/proto/nats/rpc'
import { type Connection, Schema } from 'mongoose'

/** The newest reset; it contains the older ones, since each deletes everything from before its epoch. */
const schema = new Schema(
  {
    _id: { type: String, required: true },
    epoch: { type: Number, required: true }, // only ever rises
    waitingFor: { type: [{ type: String, enum: RESETTABLE, required: true }], required: true }, // empty: it is done
    startedAt: { type: Date, required: true },
  },
  { versionKey: false },
)

/** There is only one. */
export const RESET_ID = 'reset'
export function resetModel(db: Connection) {
  return db.model('Reset', schema)
}
