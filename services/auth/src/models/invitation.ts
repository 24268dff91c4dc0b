import { type Connection, type InferSchemaType, Schema } from 'mongoose'

const schema = new Schema(
  {
    _id: { type: Number, required: true },
    code: { type: String, required: true },
    userId: { type: Number, required: true }, // who invites
    label: { type: String, default: '' },
    uses: { type: Number, default: null }, // null: any number
    left: { type: Number, required: true }, // uses left, see `usesLeft`
    expiresAt: { type: Date, default: null },
    needsApproval: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    withdrawnAt: Date,
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ code: 1 }, { unique: true })
schema.index({ userId: 1, createdAt: -1, _id: -1 })
schema.index({ createdAt: -1, _id: -1 })

export type InvitationDocument = InferSchemaType<typeof schema>
export function invitationModel(db: Connection) {
  return db.model('Invitation', schema)
}
