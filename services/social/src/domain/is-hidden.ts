import type { Profile } from '../models/profile.ts'

/** Off the feed, by the user's own wish or for as long as the moderators have suspended them. */
export function isHidden({ hidden, suspendedUntil }: Pick<Profile, 'hidden' | 'suspendedUntil'>, at: Date): boolean {
  return Boolean(hidden || (suspendedUntil && suspendedUntil > at))
}
