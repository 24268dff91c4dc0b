import { AppError } from '@zing/kit/errors'
import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { messages } from '@zing/proto/http/errors'
import { likeCreated, likeRemoved, matchCreated, matchEnded } from '@zing/proto/nats/events'
import { membersOf, pairKey } from '@zing/proto/pair-key'
import type { UserSummary } from '@zing/proto/users'
import type { Pair } from '../models/pair.ts'

export interface PairChange {
  set: Partial<Omit<Pair, '_id' | 'members' | 'rev' | 'epoch'>>
  events: PendingEvent[]
}

/** An unstored pair with rev 0. It carries its users' epoch, so a reset deletes all three. */
export function newPair(a: number, b: number, epoch: number): Pair {
  const never = { loLikedAt: null, hiLikedAt: null, matchedAt: null }
  return { _id: pairKey(a, b), members: membersOf(a, b), ...never, liked: [], blocked: false, rev: 0, epoch }
}

export function sidesOf({ members: [lo, hi] }: Pick<Pair, 'members'>, userId: number) {
  return userId === lo
    ? ({ mine: 'loLikedAt', theirs: 'hiLikedAt', otherId: Number(hi) } as const)
    : ({ mine: 'hiLikedAt', theirs: 'loLikedAt', otherId: Number(lo) } as const)
}

/** Null if the like exists already; a mutual like makes the match in the same write (INV-3). */
export function withLike(pair: Pair, liker: UserSummary, liked: UserSummary, at: Date): PairChange | null {
  if (pair.blocked) throw new AppError(404, messages.userNotFound) // must not reveal the block (SEC-28)
  const { mine, theirs } = sidesOf(pair, liker.id)
  if (pair[mine]) return null

  const set = { [mine]: at, liked: [...pair.liked, liked.id] }
  const isMatch = Boolean(pair[theirs])
  const created = event(likeCreated, { likerId: liker.id, likedId: liked.id, liker, isMatch })
  if (!isMatch) return { set, events: [created] }

  const summaries: [UserSummary, UserSummary] = liker.id < liked.id ? [liker, liked] : [liked, liker]
  const userIds = membersOf(liker.id, liked.id)
  const matched = event(matchCreated, { userIds, people: summaries, matchedAt: at.toISOString() })
  return { set: { ...set, matchedAt: at }, events: [created, matched] }
}

/** Removing either like ends the match; a blocked pair does not change. */
export function withoutLike(pair: Pair, likerId: number): PairChange | null {
  const { mine, otherId } = sidesOf(pair, likerId)
  if (!pair[mine] || pair.blocked) return null

  const removed = event(likeRemoved, { likerId, likedId: otherId })
  const liked = pair.liked.filter((id) => id !== otherId)
  return { set: { [mine]: null, liked, matchedAt: null }, events: [removed, ...endOfMatch(pair)] }
}

/** Permanent: no later like or match clears it. */
export function withBlock(pair: Pair): PairChange | null {
  if (pair.blocked) return null
  const set = { blocked: true, loLikedAt: null, hiLikedAt: null, liked: [], matchedAt: null }
  return { set, events: endOfMatch(pair) }
}

function endOfMatch({ members: [lo, hi], matchedAt }: Pair): PendingEvent[] {
  return matchedAt ? [event(matchEnded, { userIds: [Number(lo), Number(hi)] })] : []
}
