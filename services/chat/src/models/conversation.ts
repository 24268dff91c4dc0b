import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** A message that is sent and not yet copied to `messages`. Its seq follows from its place, see `withSeq`. */
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

/** All that two people share, and the only place where a message becomes sent: one write, one order. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "lo:hi", the smaller user id first
    members: { type: [Number], required: true }, // [lo, hi]
    matched: { type: Boolean, default: false },
    matchedAt: { type: Date, default: null },
    matchRev: { type: Number, default: 0 }, // of social's pair: only a newer one changes `matched`
    blockedBy: { type: [Number], default: [] },
    activeAt: { type: Date, default: null }, // newest message or match: the order of the list
    seq: { type: Number, default: 0 }, // of the newest message
    last: { type: pendingMessage, default: null }, // the newest message, whose seq is `seq`
    received: perMember, // how many messages each member was sent
    seen: perMember, // how many of those they had read
    read: perMember, // up to which seq they have read
    delivered: perMember, // up to which seq their devices have it
    pending: { type: [pendingMessage], default: [] }, // oldest first, always the newest of all messages
    recent: { type: [String], default: [] }, // keys of the last RECENT_KEYS messages
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ members: 1, activeAt: -1 }) // my conversations, newest first
schema.index({ blockedBy: 1 })
schema.index({ 'pending.createdAt': 1 }, { partialFilterExpression: { 'pending.0': { $exists: true } } }) // the sweep
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
/** As lean reads give it, without keys and outbox. */
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

/** What copying needs to know of a conversation, as one moment showed it. */
export const PENDING_FIELDS = { seq: 1, pending: 1, epoch: 1 } as const
export type WithPending = Pick<Conversation, '_id' | keyof typeof PENDING_FIELDS>

export function conversationModel(db: Connection) {
  return db.model('Conversation', schema)
}
