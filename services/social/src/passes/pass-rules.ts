import { event } from '@zing/kit/nats/outbox'
import { errors } from '@zing/proto/errors'
import { PASS_TTL_MS } from '@zing/proto/limits'
import { likeRemoved } from '@zing/proto/nats/events'
import type { Pair } from '../models/pair.ts'
import { endOfMatch, type PairChange, sidesOf, withoutLike } from '../pairs/pair-rules.ts'

/** The fields of a pair that decide whether two users see each other in the feed. */
export type PairTimes = Pick<
  Pair,
  'members' | 'loLikedAt' | 'hiLikedAt' | 'loPassedAt' | 'hiPassedAt' | 'unmatchedAt' | 'blocked'
>

/** Passes after this time count. A pass ends by itself, and all passes end when the user starts over. */
export function passesSince(passesFrom: Date | null | undefined, now: Date): Date {
  return new Date(Math.max(now.getTime() - PASS_TTL_MS, passesFrom?.getTime() ?? 0))
}

/**
 * Null if the pass exists already, or if the user likes the other, who stays liked. The other user learns nothing: no
 * events.
 */
export function withPass(pair: Pair, userId: number, { at, since }: { at: Date; since: Date }): PairChange | null {
  if (pair.blocked) throw errors.userNotFound() // must not reveal the block (SEC-28)
  const { mine, passed } = sidesOf(pair, userId)
  if (pair[mine] || isAfter(pair[passed], since)) return null
  return { set: { [passed]: at }, events: [] }
}

/** Removes the pass; with `passedAt` only the pass of that time. */
export function withoutPass(pair: Pair, userId: number, passedAt?: Date): PairChange | null {
  const { passed } = sidesOf(pair, userId)
  const at = pair[passed]
  if (!at || pair.blocked || (passedAt && at.getTime() !== passedAt.getTime())) return null
  return { set: { [passed]: null }, events: [] }
}

/** Removes the like of `likedAt`, unless it has made a match. */
export function withoutNewLike(
  pair: Pair,
  likerId: number,
  { likedAt, at }: { likedAt: Date; at: Date },
): PairChange | null {
  const { mine } = sidesOf(pair, likerId)
  if (pair.matchedAt || pair[mine]?.getTime() !== likedAt.getTime()) return null
  return withoutLike(pair, likerId, at)
}

/** A like or a pass by one user, with its time. */
export interface Decision {
  kind: 'like' | 'pass'
  at: Date
}

/** Removes the decision of that time and stores the undo. A repeated call finds this undo, and undoes nothing more. */
export function withoutDecision(pair: Pair, userId: number, { kind, at }: Decision, now: Date): PairChange | null {
  const sides = sidesOf(pair, userId)
  const isLike = kind === 'like'
  const change = isLike ? withoutNewLike(pair, userId, { likedAt: at, at: now }) : withoutPass(pair, userId, at)
  return change && { ...change, set: { ...change.set, [sides.undone]: kind, [sides.undoneAt]: at } }
}

/** True if this is the last decision that the user has undone. */
export function hasUndone(pair: Pair, userId: number, { kind, at }: Decision): boolean {
  const sides = sidesOf(pair, userId)
  return pair[sides.undone] === kind && pair[sides.undoneAt]?.getTime() === at.getTime()
}

/** Ends a match for good: it removes both likes, so that no single new like brings the match back. */
export function withoutMatch(pair: Pair, at: Date): PairChange | null {
  if (!pair.matchedAt || pair.blocked) return null
  const [lo, hi] = [Number(pair.members[0]), Number(pair.members[1])]
  const set = { loLikedAt: null, hiLikedAt: null, liked: [], matchedAt: null, matchEndedAt: at, unmatchedAt: at }
  const removed = [event(likeRemoved, { likerId: lo, likedId: hi }), event(likeRemoved, { likerId: hi, likedId: lo })]
  return { set, events: [...removed, ...endOfMatch(pair)] }
}

/** True if the pair keeps the other user off the feed of `userId`. */
export function isDecided(pair: PairTimes, userId: number, since: Date): boolean {
  const { mine, passed } = sidesOf(pair, userId)
  return pair.blocked || Boolean(pair[mine] || pair.unmatchedAt) || isAfter(pair[passed], since)
}

function isAfter(time: Date | null | undefined, since: Date): boolean {
  return Boolean(time && time > since)
}
