const DAY_MS = 24 * 60 * 60 * 1_000

/** How a user learns of a like or a match: rung, by an entry of the list alone, or not at all. */
export type Announcement = 'ring' | 'silent' | 'nothing'

export interface Known {
  /** A matching like has made a match; a remaining one is left after the other user has ended the match. */
  kind: 'like' | 'matching like' | 'remaining like' | 'match'
  /** When the likes were given: one, or the two of a match, the newest last. */
  likedAt: readonly Date[]
  /** When the newest like was given that has rung for the same. */
  rangAt: Date | null | undefined
}

/** Rings at most once a day, and only for likes that are all newer than those that have rung; else the list tells (R41). */
export function announcementOf({ kind, likedAt, rangAt }: Known): Announcement {
  if (kind === 'matching like') return 'nothing' // the match is announced
  if (kind === 'remaining like') return 'silent'
  if (!rangAt) return 'ring'
  const isDayLater = Number(likedAt.at(-1)) - rangAt.getTime() >= DAY_MS
  return isDayLater && likedAt.every((at) => at > rangAt) ? 'ring' : 'silent'
}
