import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** A sent message that is not yet flushed to `messages`; its seq follows from its position, see `withSeq`. */
const pendingMessage = new Schema(
  {
    id: { type: Number, required: true },
    senderId: { type: Number, required: true },
    key: { type: String, default: null }, // "senderId:clientMessageId"
    content: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { _id: false, id: false },
)
const perMember = { lo: { type: Number, default: 0 }, hi: { type: Number, default: 0 } }

/** The state of one conversation; a message is sent by one write to this document, which fixes its order. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "lo:hi", the smaller user id first
    members: { type: [Number], required: true }, // [lo, hi]
    matched: { type: Boolean, default: false },
    matchedAt: { type: Date, default: null },
    matchRev: { type: Number, default: 0 }, // rev of social's pair: only a newer one changes `matched`
    blockedBy: { type: [Number], default: [] },
    activeAt: { type: Date, default: null }, // newest message or match; the list is sorted by it
    seq: { type: Number, default: 0 }, // seq of the newest message
    last: { type: pendingMessage, default: null }, // the newest message
    received: perMember, // count of messages sent to the member
    seen: perMember, // count of those that the member has read
    read: perMember, // seq up to which the member has read
    delivered: perMember, // seq up to which the member's devices have the messages
    pending: { type: [pendingMessage], default: [] }, // the newest messages, oldest first
    recent: { type: [String], default: [] }, // keys of the last RECENT_KEYS messages
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ members: 1, activeAt: -1 }) // the conversations of a user, newest first
schema.index({ blockedBy: 1 })
schema.index({ 'pending.createdAt': 1 }, { partialFilterExpression: { 'pending.0': { $exists: true } } }) // sweep
schema.index(...outboxIndex)

type Stored = InferSchemaType<typeof schema>
export interface PerMember {
  lo: number
  hi: number
}
export interface PendingMessage {
  id: number
  senderId: number
  key?: string | null
  content: string
  createdAt: Date
}
/** As lean reads return it, without keys and outbox. */
export interface Conversation extends Pick<Stored, '_id' | 'matched' | 'matchRev' | 'seq' | 'epoch'> {
  members: number[]
  blockedBy: number[]
  last?: PendingMessage | null
  received: PerMember
  seen: PerMember
  read: PerMember
  delivered: PerMember
  pending: PendingMessage[]
}
export const CONVERSATION_FIELDS = { recent: 0, outbox: 0 } as const

/** The fields that a flush needs, all from one read. */
export const PENDING_FIELDS = { seq: 1, pending: 1, epoch: 1 } as const
export type WithPending = Pick<Conversation, '_id' | keyof typeof PENDING_FIELDS>

export function conversationModel(db: Connection) {
  return db.model('Conversation', schema)
}
