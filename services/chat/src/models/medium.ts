import type { MediaKind } from '@zing/proto/messages'
import { type Connection, Schema } from 'mongoose'

/** The looks of a medium in a list, before its bytes. */
export type Looks =
  | { kind: 'photo'; width: number; height: number; placeholder: string; mayBeNude?: boolean | null }
  | { kind: 'voice'; durationMs: number; peaks: string }

export const looks = {
  kind: { type: String, enum: ['photo', 'voice'] satisfies MediaKind[], required: true },
  width: Number,
  height: Number,
  placeholder: String, // thumbhash in base64
  mayBeNude: Boolean, // what vision has seen; missing while it has not looked
  durationMs: Number,
  peaks: String, // a byte each, in base64url
} as const

const unseen = new Schema<Unseen>(
  { nextAt: { type: Date, required: true }, attempts: { type: Number, required: true } },
  { _id: false, id: false },
)

/** An upload for one message, with whose key it is unique. It is written before its blobs, which it names. */
const schema = new Schema(
  {
    _id: { type: Number, required: true },
    conv: { type: String, required: true },
    senderId: { type: Number, required: true },
    receiverId: { type: Number, required: true },
    clientMessageId: { type: String, required: true },
    kind: { type: String, required: true },
    key: { type: String, required: true }, // its blobs are under this key
    looks: { type: new Schema(looks, { _id: false, id: false }), default: undefined }, // missing until its blobs are stored
    unseen: { type: unseen, default: undefined }, // vision has not looked yet, and still may
    mimeType: String,
    bytes: Number, // of all its blobs
    createdAt: { type: Date, required: true },
    isSent: { type: Boolean, required: true }, // a sweep has found its message
    unsentAt: Date, // a sweep has found no message
    isDeleted: Boolean, // for good: another upload with the same id begins anew
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ conv: 1, senderId: 1, clientMessageId: 1 }, { unique: true })
schema.index({ createdAt: 1, _id: 1 }, { partialFilterExpression: { isSent: false } }) // sweep
schema.index({ 'unseen.nextAt': 1 }, { partialFilterExpression: { 'unseen.nextAt': { $exists: true } } })

/** When vision is asked again about a photo, and how often it has not managed it. */
interface Unseen {
  nextAt: Date
  attempts: number
}

export interface Medium {
  _id: number
  conv: string
  senderId: number
  receiverId: number
  clientMessageId: string
  kind: MediaKind
  key: string
  looks?: Looks
  unseen?: Unseen
  mimeType?: string
  bytes?: number
  createdAt: Date
  isSent: boolean
  unsentAt?: Date
  isDeleted?: boolean
  epoch: number
}

export function mediumModel(db: Connection) {
  return db.model('Medium', schema, 'media')
}
