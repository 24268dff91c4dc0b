import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { isHidden, isSuspended } from './is-hidden.ts'

type Shown = Pick<Profile, '_id' | 'hidden' | 'suspendedUntil'>
type Between = Pick<Pair, 'members' | 'blocked' | 'matchedAt' | 'loLikedAt' | 'hiLikedAt'>

/**
 * True if the viewer sees the profile, its photos and name. A block hides users from each other. Only matches see a
 * suspended user. Only matches, and users whom a hidden user likes, see the hidden user.
 */
export function isVisible(profile: Shown, pair: Between | null | undefined, viewerId: number): boolean {
  const now = new Date()
  if (profile._id === viewerId) return true
  if (pair?.blocked) return false
  if (pair?.matchedAt) return true
  if (isSuspended(profile, now)) return false
  return !isHidden(profile, now) || Boolean(pair?.[sidesOf(pair, viewerId).theirs])
}
