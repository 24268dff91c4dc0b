import { type Connection, Schema } from 'mongoose'

/** Counts accounts and the registrations of a day, so that one conditional write decides about quota and cap. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // the epoch: after a reset the counts start anew
    accounts: { type: Number, required: true },
    day: { type: Number, required: true }, // days since 1970 in UTC
    today: { type: Number, required: true }, // registrations of that day
    seatAt: { type: Date, required: true }, // when the last registration took a seat
    recounts: { type: Number, required: true }, // +1 with each corrected count
    rev: { type: Number, required: true }, // +1 with every change
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)

export function doorModel(db: Connection) {
  return db.model('Door', schema, 'door')
}
