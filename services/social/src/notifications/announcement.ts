const DAY_MS = 24 * 60 * 60 * 1_000

/** Tells a user of a like or a match: it rings, or only adds a list entry. */
export type Announcement = 'ring' | 'silent'

export interface Known {
  /** A remaining like is left after the other user ended the match. */
  kind: 'like' | 'remaining like' | 'match'
  /** Times of the likes: one like, or the two likes of a match, newest last. */
  likedAt: readonly Date[]
  /** The time of the newest like that rang for the same entry. */
  rangAt: Date | null | undefined
}

/**
 * Rings at most once a day, and only if all likes are newer than the last likes that rang. Otherwise the list tells
 * (R41).
 */
export function announcementOf({ kind, likedAt, rangAt }: Known): Announcement {
  if (kind === 'remaining like') return 'silent'
  if (!rangAt) return 'ring'
  const isDayLater = Number(likedAt.at(-1)) - rangAt.getTime() >= DAY_MS
  return isDayLater && likedAt.every((at) => at > rangAt) ? 'ring' : 'silent'
}
