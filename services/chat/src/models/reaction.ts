import type { ReactionEmoji } from '@zing/proto/messages'
import { type Connection, Schema } from 'mongoose'

/**
 * A removed reaction has `emoji` null. `rev` counts the changes that the member has begun, `emojiRev` names the stored one.
 */
const ofMember = {
  emoji: { type: String, default: null },
  rev: { type: Number, default: 0 },
  emojiRev: { type: Number, default: 0 },
}

/** Reactions to one message. They are apart from it, because it moves from `pending` to `messages`. */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // id of the message
    conv: { type: String, required: true },
    seq: { type: Number, required: true }, // seq of the message
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
  emojiRev: number
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
