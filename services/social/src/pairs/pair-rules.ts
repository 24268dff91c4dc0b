import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { errors } from '@zing/proto/errors'
import { likeCreated, likeRemoved, matchCreated, matchEnded } from '@zing/proto/nats/events'
import { membersOf, pairKey } from '@zing/proto/pair-key'
import type { UserSummary } from '@zing/proto/profiles/users'
import type { Pair } from '../models/pair.ts'
import { announcementOf } from '../notifications/announcement.ts'

export interface PairChange {
  set: Partial<Omit<Pair, '_id' | 'members' | 'rev' | 'epoch'>>
  events: PendingEvent[]
}

/** An unstored pair with rev 0. It carries its users' epoch, so a reset deletes all three. */
export function newPair(a: number, b: number, epoch: number): Pair {
  const liked = { loLikedAt: null, hiLikedAt: null, matchedAt: null }
  return {
    _id: pairKey(a, b),
    members: membersOf(a, b),
    ...liked,
    matchAnnouncedAt: null,
    liked: [],
    blocked: false,
    rev: 0,
    epoch,
  }
}

export function sidesOf({ members: [lo, hi] }: Pick<Pair, 'members'>, userId: number) {
  return userId === lo
    ? ({
        mine: 'loLikedAt',
        theirs: 'hiLikedAt',
        passed: 'loPassedAt',
        undone: 'loUndone',
        undoneAt: 'loUndoneAt',
        blockedAt: 'loBlockedAt',
        blockRev: 'loBlockRev',
        otherId: Number(hi),
      } as const)
    : ({
        mine: 'hiLikedAt',
        theirs: 'loLikedAt',
        passed: 'hiPassedAt',
        undone: 'hiUndone',
        undoneAt: 'hiUndoneAt',
        blockedAt: 'hiBlockedAt',
        blockRev: 'hiBlockRev',
        otherId: Number(lo),
      } as const)
}

/** Null if the like exists already; a mutual like makes the match in the same write (INV-3). */
export function withLike(pair: Pair, liker: UserSummary, liked: UserSummary, at: Date): PairChange | null {
  if (pair.blocked) throw errors.userNotFound() // must not reveal the block (SEC-28)
  const { mine, theirs, passed } = sidesOf(pair, liker.id)
  if (pair[mine]) return null

  const theirLikeAt = pair[theirs]
  const set = { [mine]: at, liked: [...pair.liked, liked.id], ...(pair[passed] && { [passed]: null }) }
  const created = event(likeCreated, { likerId: liker.id, likedId: liked.id, liker, isMatch: Boolean(theirLikeAt) })
  if (!theirLikeAt) return { set, events: [created] }

  const summaries: [UserSummary, UserSummary] = liker.id < liked.id ? [liker, liked] : [liked, liker]
  const userIds = membersOf(liker.id, liked.id)
  const known = { kind: 'match', likedAt: [theirLikeAt, at], rangAt: pair.matchAnnouncedAt } as const
  const isAnnounced = announcementOf(known) === 'ring'
  const matched = event(matchCreated, { userIds, people: summaries, matchedAt: at.toISOString(), isAnnounced })
  return {
    set: {
      ...set,
      matchedAt: at,
      ...(isAnnounced && { matchAnnouncedAt: at }),
      ...(pair.unmatchedAt && { unmatchedAt: null }),
      ...(pair.matchBlockedBy && { matchBlockedBy: null }),
    },
    events: [created, matched],
  }
}

/**
 * Only raises the rev, for a request without a change. A late write of an earlier request then has an old rev, and
 * fails. A blocked pair does not change.
 */
export function withNextRev({ blocked }: Pick<Pair, 'blocked'>): PairChange | null {
  return blocked ? null : { set: {}, events: [] }
}

/** Removing either like ends the match; a blocked pair does not change. */
export function withoutLike(pair: Pair, likerId: number, at: Date): PairChange | null {
  const { mine, otherId } = sidesOf(pair, likerId)
  if (!pair[mine] || pair.blocked) return null

  const removed = event(likeRemoved, { likerId, likedId: otherId })
  const liked = pair.liked.filter((id) => id !== otherId)
  const ended = pair.matchedAt && { matchEndedAt: at }
  return { set: { [mine]: null, liked, matchedAt: null, ...ended }, events: [removed, ...endOfMatch(pair)] }
}

/** Holds until `withoutBlock`: no like or match clears it. Each user may block the other. Null for an old `rev`. */
export function withBlock(pair: Pair, blockerId: number, { rev, at }: { rev: number; at: Date }): PairChange | null {
  const { blockedAt, blockRev } = sidesOf(pair, blockerId)
  if (pair[blockedAt] || rev <= (pair[blockRev] ?? -1)) return null
  const mine = { [blockedAt]: at, [blockRev]: rev }
  if (pair.blocked) return { set: mine, events: [] }
  const ended = pair.matchedAt && { matchEndedAt: at, matchBlockedBy: blockerId }
  const unmatched = { loLikedAt: null, hiLikedAt: null, liked: [], matchedAt: null, ...ended }
  const set = { blocked: true, blockedRev: pair.rev + 1, ...mine, ...unmatched }
  return { set, events: endOfMatch(pair) }
}

/** Ends the block by this user. The likes stay deleted, and a block by the other user stays. Null for an old `rev`. */
export function withoutBlock(pair: Pair, blockerId: number, rev: number): PairChange | null {
  const { blockedAt, blockRev, otherId } = sidesOf(pair, blockerId)
  if (rev <= (pair[blockRev] ?? -1)) return null
  const isBlockedByOther = Boolean(pair[sidesOf(pair, otherId).blockedAt])
  return { set: { blocked: isBlockedByOther, [blockedAt]: null, [blockRev]: rev }, events: [] }
}

export function endOfMatch({ members: [lo, hi], matchedAt }: Pair): PendingEvent[] {
  return matchedAt ? [event(matchEnded, { userIds: [Number(lo), Number(hi)] })] : []
}
