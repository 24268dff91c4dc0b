import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { isHidden, isSuspended } from './is-hidden.ts'

type Shown = Pick<Profile, '_id' | 'hidden' | 'suspendedUntil'>
type Between = Pick<Pair, 'members' | 'blocked' | 'matchedAt' | 'loLikedAt' | 'hiLikedAt'>

/**
 * True if the viewer sees the profile, its photos and name: nobody across a block, only matches of a suspended user, and of a
 * hidden one also whom they like.
 */
export function isVisible(profile: Shown, pair: Between | null | undefined, viewerId: number): boolean {
  const now = new Date()
  if (profile._id === viewerId) return true
  if (pair?.blocked) return false
  if (pair?.matchedAt) return true
  if (isSuspended(profile, now)) return false
  return !isHidden(profile, now) || Boolean(pair?.[sidesOf(pair, viewerId).theirs])
}
