import type { Pose } from '@zing/proto/vision/poses'
import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'
import { type Connection, Schema } from 'mongoose'

/** Vision's answer about the frame of a pose. */
export interface SeenFrame {
  face: FaceDescriptor | null
  fits: number | null
}

/**
 * The pictures of a verification and what vision sees in them, deleted with the decision and at `expiresAt`. The account has
 * the state. The document names its blobs before they exist: each is `<key>/<digest>`.
 */
export interface VerificationDocument {
  _id: number
  userId: number
  poses: Pose[]
  key: string
  uploads: { pose: Pose; digest: string }[]
  /** Digests of the uploads whose blobs exist. */
  stored: string[]
  seen: { frames?: Partial<Record<Pose, SeenFrame>>; photo?: { version: number; face: FaceDescriptor | null } }
  expiresAt: Date
  epoch: number
}

const schema = new Schema<VerificationDocument>(
  {
    _id: { type: Number, required: true },
    userId: { type: Number, required: true },
    poses: { type: [String], required: true },
    key: { type: String, required: true },
    uploads: { type: [new Schema({ pose: String, digest: String }, { _id: false, id: false })], default: [] },
    stored: { type: [String], default: [] },
    seen: { type: Schema.Types.Mixed, default: {} },
    expiresAt: { type: Date, required: true },
    epoch: { type: Number, required: true },
  },
  { versionKey: false, minimize: false },
)
schema.index({ userId: 1 })
schema.index({ expiresAt: 1 })

export function verificationModel(db: Connection) {
  return db.model('Verification', schema, 'verifications')
}
