import type { Profile } from '../models/profile.ts'

/** True if the user is off the feed, by choice or during a suspension. */
export function isHidden(profile: Pick<Profile, 'hidden' | 'suspendedUntil'>, at: Date): boolean {
  return profile.hidden || isSuspended(profile, at)
}

/** True during a suspension: only the user's matches still see the user. */
export function isSuspended({ suspendedUntil }: Pick<Profile, 'suspendedUntil'>, at: Date): boolean {
  return suspendedUntil ? suspendedUntil > at : false
}
