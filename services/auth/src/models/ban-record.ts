import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'
import { type Connection, Schema } from 'mongoose'

const face = new Schema<FaceDescriptor>(
  { model: { type: String, required: true }, values: { type: String, required: true } },
  { _id: false, id: false },
)

/** The data that recognises a banned user. It outlives the account and contains nothing else about the user. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // id of the decision
    bannedUserId: { type: Number, required: true }, // not `userId`: an erasure keeps it, see erase-account
    usernameHash: { type: String, required: true },
    photoHashes: { type: [String], default: [] },
    faces: { type: [face], default: undefined }, // missing unless the community keeps them
    expiresAt: { type: Date, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ usernameHash: 1 })
schema.index({ bannedUserId: 1 })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function banRecordModel(db: Connection) {
  return db.model('BanRecord', schema, 'banRecords')
}
