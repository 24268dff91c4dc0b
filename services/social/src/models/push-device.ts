import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** A device that gets notifications by Web Push, for one session of its user. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // digest of the endpoint: a device has one user at a time
    userId: { type: Number, required: true },
    sid: { type: String, required: true },
    endpoint: { type: String, required: true }, // secret: anyone who knows it can push to the device
    p256dh: { type: String, required: true },
    auth: { type: String, required: true },
    vapidPublicKey: { type: String, required: true }, // the push host accepts only pushes signed with this key
    language: String, // missing: the community's default
    createdAt: { type: Date, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ userId: 1, createdAt: -1 })
schema.index({ sid: 1 })

export type PushDeviceDocument = InferSchemaType<typeof schema> & { _id: string }
export function pushDeviceModel(db: Connection) {
  return db.model('PushDevice', schema, 'push_devices')
}
