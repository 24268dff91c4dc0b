import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import type { MediaSetting } from '@zing/proto/fields'
import type { MediaKind, Quote } from '@zing/proto/messages'
import { HOLD_REASONS } from '@zing/proto/moderation/held-messages'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'
import { type MessageMedia, messageMedia } from './message-media.ts'
import { quote } from './quote.ts'

/** A sent message that is not yet in `messages`. Its seq follows from its position, see `withSeq`. */
const pendingMessage = new Schema(
  {
    id: { type: Number, required: true },
    senderId: { type: Number, required: true },
    key: { type: String, default: null }, // "senderId:clientMessageId"
    content: { type: String, default: '' }, // of a medium: its caption
    media: { type: messageMedia, default: undefined },
    replyTo: { type: quote, default: undefined },
    createdAt: { type: Date, required: true },
    deletedAt: Date, // of `last` only: a message leaves `pending` before it is deleted
  },
  { _id: false, id: false },
)
/** All messages of a sender, while the receiver does not see them: see holds/hold.ts. */
const hold = new Schema(
  {
    senderId: { type: Number, required: true },
    reason: { type: String, enum: HOLD_REASONS, required: true },
    heldAt: { type: Date, required: true },
    isHeld: { type: Boolean, required: true }, // until a moderator rejects the messages; a release removes the hold
    isOpen: { type: Boolean, required: true }, // until the receiver writes; a reply to held messages removes the hold
    upTo: { type: Number, required: true }, // of a closed hold: seq of the last hidden message
  },
  { _id: false, id: false },
)
/** The message of the last reaction. `reactions` has its emoji, unless it was removed. */
const reactedMessage = new Schema(
  {
    id: { type: Number, required: true },
    seq: { type: Number, required: true },
    content: { type: String, required: true }, // its start
    kind: String, // of a medium
    userId: { type: Number, required: true }, // who reacted
    at: { type: Date, required: true },
  },
  { _id: false, id: false },
)
const mediaSettings = { photos: String, voice: String }
const perMember = { lo: { type: Number, default: 0 }, hi: { type: Number, default: 0 } }

/** The state of one conversation. One write to this document sends a message and fixes its order. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "lo:hi", the smaller user id first
    members: { type: [Number], required: true }, // [lo, hi]
    matched: { type: Boolean, default: false },
    matchedAt: { type: Date, default: null },
    matchRev: { type: Number, default: 0 }, // rev of social's pair; only a newer one changes `matched`
    blockedBy: { type: [Number], default: [] },
    blockRev: { lo: Number, hi: Number }, // +1 with each block by the member and each end of one; missing before the first
    activeAt: { type: Date, default: null }, // newest message or match; the list is sorted by it
    seq: { type: Number, default: 0 }, // seq of the newest message
    last: { type: pendingMessage, default: null }, // the newest message
    reacted: { type: reactedMessage, default: undefined }, // missing until the first reaction
    reactionRev: Number, // +1 after each change of a reaction and each deletion; missing until the first
    deletedIds: { type: [Number], default: undefined }, // the newest deleted messages; missing until the first
    received: perMember, // count of messages sent to the member
    firstAt: { lo: Date, hi: Date }, // time of the member's first message; missing until then
    seen: perMember, // count of messages that the member has read
    read: perMember, // seq up to which the member has read
    delivered: perMember, // seq up to which the member's devices have the messages
    unveiled: { lo: Boolean, hi: Boolean }, // the member has opened a photo of the other
    takes: { lo: mediaSettings, hi: mediaSettings }, // what the member takes; missing until the member chooses
    unseenAt: Date, // time of the oldest unconfirmed message, until it is handed over for Web Push
    pending: { type: [pendingMessage], default: [] }, // the newest messages, oldest first
    hold: { type: hold, default: undefined }, // most conversations have none
    recent: { type: [String], default: [] }, // keys of the last RECENT_KEYS messages
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ members: 1, activeAt: -1 }) // the conversations of a user, newest first
schema.index({ blockedBy: 1 })
schema.index({ 'pending.createdAt': 1 }, { partialFilterExpression: { 'pending.0': { $exists: true } } }) // sweep
schema.index({ 'hold.isHeld': 1, 'hold.heldAt': 1 }, { partialFilterExpression: { 'hold.isHeld': true } }) // the moderators' list
schema.index({ unseenAt: 1 }, { partialFilterExpression: { unseenAt: { $exists: true } } }) // without delivered messages
schema.index(...outboxIndex)

type Stored = InferSchemaType<typeof schema>
export type Hold = InferSchemaType<typeof hold>
/** The wish of a member in a conversation. */
export interface MediaSettings {
  photos: MediaSetting
  voice: MediaSetting
}
export interface PerMember {
  lo: number
  hi: number
}
export interface PendingMessage {
  id: number
  senderId: number
  key?: string | null
  content: string
  media?: MessageMedia | null
  replyTo?: Quote | null
  createdAt: Date
  deletedAt?: Date | null
}
interface ReactedMessage {
  id: number
  seq: number
  content: string
  kind?: MediaKind | null
  userId: number
  at: Date
}
/** A conversation as lean reads return it, without keys and outbox. */
export interface Conversation extends Pick<Stored, '_id' | 'matched' | 'matchRev' | 'seq' | 'epoch'> {
  matchedAt?: Date | null
  unseenAt?: Date | null
  members: number[]
  blockedBy: number[]
  blockRev?: Partial<PerMember>
  last?: PendingMessage | null
  reacted?: ReactedMessage | null
  reactionRev?: number | null
  deletedIds?: number[] | null
  received: PerMember
  firstAt?: { lo?: Date | null; hi?: Date | null } | null
  seen: PerMember
  read: PerMember
  delivered: PerMember
  unveiled?: { lo?: boolean | null; hi?: boolean | null } | null
  takes?: { lo?: MediaSettings | null; hi?: MediaSettings | null } | null
  pending: PendingMessage[]
  hold?: Hold | null
}
export const CONVERSATION_FIELDS = { recent: 0, outbox: 0 } as const

/** The fields that a flush needs from one read, including which messages are confirmed. */
export const PENDING_FIELDS = {
  seq: 1,
  pending: 1,
  epoch: 1,
  members: 1,
  read: 1,
  delivered: 1,
  hold: 1,
  unveiled: 1,
} as const
export type WithPending = Pick<Conversation, '_id' | keyof typeof PENDING_FIELDS>

export function conversationModel(db: Connection) {
  return db.model('Conversation', schema)
}
