import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** Before every like and pass: a bound that null and missing times do not reach. */
export const NEVER = new Date(0)

const UNDONE = ['like', 'pass'] as const

/** State between two users in one document, so that it changes atomically. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "lo:hi", the smaller user id first
    members: { type: [Number], required: true }, // [lo, hi]
    loLikedAt: { type: Date, default: null },
    hiLikedAt: { type: Date, default: null },
    liked: { type: [Number], default: [] }, // ids of the members who are liked, for counting
    matchedAt: { type: Date, default: null },
    matchAnnouncedAt: { type: Date, default: null }, // the newest match that rang
    matchEndedAt: Date, // end of the last match, by an unmatch or a block; missing until then
    loPassedAt: Date, // lo has taken hi off the feed; missing or null without a pass
    hiPassedAt: Date,
    loUndone: { type: String, enum: UNDONE }, // the decision that lo has undone last; missing without one
    loUndoneAt: Date, // when lo had taken that decision
    hiUndone: { type: String, enum: UNDONE },
    hiUndoneAt: Date,
    matchBlockedBy: Number, // the member whose block ended the last match; missing or null without one
    unmatchedAt: Date, // a user has ended the match for good; missing until then, null after another match
    blocked: { type: Boolean, default: false },
    blockedRev: Number, // rev of the newest block; likes and matches before it are not announced
    loBlockedAt: Date, // lo has blocked hi; missing or null without that block
    hiBlockedAt: Date,
    loBlockRev: Number, // chat's rev of lo's newest block, or of its end; missing before the first
    hiBlockRev: Number,
    rev: { type: Number, required: true }, // +1 with every change, for compare-and-swap
    epoch: { type: Number, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false },
)
schema.index({ members: 1, matchedAt: -1 }) // matches of a user, newest first
schema.index({ members: 1, matchEndedAt: -1 }, { partialFilterExpression: { matchEndedAt: { $exists: true } } })
schema.index({ liked: 1 }) // like counts
// a user's decisions as the smaller and the larger id, in pairs with such decisions
schema.index({ 'members.0': 1, loLikedAt: -1, _id: -1 }, { partialFilterExpression: { loLikedAt: { $gt: NEVER } } })
schema.index({ 'members.1': 1, hiLikedAt: -1, _id: -1 }, { partialFilterExpression: { hiLikedAt: { $gt: NEVER } } })
schema.index({ 'members.0': 1, loPassedAt: -1 }, { partialFilterExpression: { loPassedAt: { $gt: NEVER } } })
schema.index({ 'members.1': 1, hiPassedAt: -1 }, { partialFilterExpression: { hiPassedAt: { $gt: NEVER } } })
schema.index({ 'members.0': 1, loUndoneAt: -1 }, { partialFilterExpression: { loUndoneAt: { $gt: NEVER } } })
schema.index({ 'members.1': 1, hiUndoneAt: -1 }, { partialFilterExpression: { hiUndoneAt: { $gt: NEVER } } })
schema.index({ 'members.0': 1, loBlockedAt: -1 }, { partialFilterExpression: { loBlockedAt: { $gt: NEVER } } })
schema.index({ 'members.1': 1, hiBlockedAt: -1 }, { partialFilterExpression: { hiBlockedAt: { $gt: NEVER } } })
schema.index({ blocked: 1, _id: 1 }, { partialFilterExpression: { blocked: true } }) // reconciliation
schema.index(...outboxIndex)

export type Pair = Omit<InferSchemaType<typeof schema>, 'outbox'> & { _id: string }
export function pairModel(db: Connection) {
  return db.model('Pair', schema)
}
