import type { ReactionEmoji } from '@zing/proto/messages'
import { type Connection, Schema } from 'mongoose'

/** `emoji` null: removed. `rev` counts the changes that this member has begun, `emojiRev` is that of the stored one. */
const ofMember = {
  emoji: { type: String, default: null },
  rev: { type: Number, default: 0 },
  emojiRev: { type: Number, required: false },
}

/** The reactions to one message: apart from the message, which moves from `pending` to `messages` meanwhile. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // id of the message
    conv: { type: String, required: true },
    seq: { type: Number, required: true }, // of the message
    lo: ofMember,
    hi: ofMember,
    rev: { type: Number, required: true }, // +1 with every write
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ conv: 1, seq: 1 })

interface OfMember {
  emoji: ReactionEmoji | null
  rev: number
  emojiRev?: number
}
export interface StoredReactions {
  _id: number
  conv: string
  seq: number
  lo: OfMember
  hi: OfMember
  rev: number
  epoch: number
}
export function reactionModel(db: Connection) {
  return db.model('Reaction', schema)
}
