import type { Profile } from '../models/profile.ts'

/** Off the feed, by the user's own wish or for as long as the moderators have suspended them. */
export function isHidden(profile: Pick<Profile, 'hidden' | 'suspendedUntil'>, at: Date): boolean {
  return profile.hidden || isSuspended(profile, at)
}

/** Suspended by the moderators: only their matches still see the user. */
export function isSuspended({ suspendedUntil }: Pick<Profile, 'suspendedUntil'>, at: Date): boolean {
  return suspendedUntil ? suspendedUntil > at : false
}
