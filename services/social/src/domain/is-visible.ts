import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { isHidden, isSuspended } from './is-hidden.ts'
import { sidesOf } from './pair-rules.ts'

/**
 * True if a viewer may see, like and pass another user. False, and so alike an unknown user, across a block, for a hidden user who
 * has not liked the viewer, and for a suspended one who is no match.
 */
export function isVisible(
  profile: Pick<Profile, 'hidden' | 'suspendedUntil'>,
  pair: Pair | null | undefined,
  viewerId: number,
): boolean {
  const now = new Date()
  if (pair?.blocked) return false
  if (pair?.matchedAt) return true
  if (isSuspended(profile, now)) return false
  return !isHidden(profile, now) || Boolean(pair?.[sidesOf(pair, viewerId).theirs])
}
