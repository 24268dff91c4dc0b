import { RESETTABLE } from '@zing/proto/nats/rpc/reset'
import { type Connection, Schema } from 'mongoose'

/** The newest reset. It includes older ones, since it deletes all documents of an older epoch. */
const schema = new Schema(
  {
    _id: { type: String, required: true },
    epoch: { type: Number, required: true },
    waitingFor: { type: [{ type: String, enum: RESETTABLE, required: true }], required: true }, // empty once it is done
    startedAt: { type: Date, required: true },
  },
  { versionKey: false },
)

export const RESET_ID = 'reset'
export function resetModel(db: Connection) {
  return db.model('Reset', schema)
}
