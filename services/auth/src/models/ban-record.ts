import { type Connection, Schema } from 'mongoose'

/** The data that recognises a banned user. It outlives the account and contains nothing else about the user. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // id of the decision
    bannedUserId: { type: Number, required: true }, // not `userId`: an erasure keeps it, see erase-account
    usernameHash: { type: String, required: true },
    photoHashes: { type: [String], default: [] },
    expiresAt: { type: Date, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ usernameHash: 1 })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function banRecordModel(db: Connection) {
  return db.model('BanRecord', schema, 'banRecords')
}
