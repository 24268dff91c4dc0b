import { createHash } from 'node:crypto'
import { MIXED_MAX } from './feed-cursor.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** After this time without opening the feed, a user comes last on a page. */
const DORMANT_MS = 30 * DAY_MS
/** Users who like the viewer are mixed into this many first places. */
const EARLY_PLACES = 12

interface Listed {
  _id: number
  createdAt: Date
  activeOn?: Date | null | undefined
}

/** The UTC day of a time. Activity is stored as a day, and an order lasts for a day. */
export function dayOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
}

interface Reading {
  viewerId: number
  now: Date
}

/**
 * Chooses some of the users who like a viewer, up to MIXED_MAX and half of a page. The choice stays the same all day.
 */
export function pickLikers<T extends Listed>(likers: T[], limit: number, { viewerId, now }: Reading): T[] {
  const rank = ({ _id }: Listed) => numberFor(viewerId, now, `pick:${_id}`)
  const most = Math.min(MIXED_MAX, Math.floor(limit / 2))
  return likers.toSorted((a, b) => rank(a) - rank(b) || a._id - b._id).slice(0, most)
}

/**
 * Arranges a page that is newest first: dormant users last, and `mixed` among the first EARLY_PLACES. These places
 * depend only on the viewer and the day, so that reading the page again shows the same order.
 */
export function arrangePage<T extends Listed>(newestFirst: T[], mixed: T[], { viewerId, now }: Reading): T[] {
  const isDormant = ({ activeOn, createdAt }: Listed) => now.getTime() - (activeOn ?? createdAt).getTime() > DORMANT_MS
  const page = [...newestFirst.filter((one) => !isDormant(one)), ...newestFirst.filter(isDormant)]
  for (const one of mixed) {
    const places = Math.min(EARLY_PLACES, page.length + 1)
    page.splice(numberFor(viewerId, now, `place:${one._id}`) % places, 0, one)
  }
  return page
}

/** Evenly distributed; the order of ids does not reveal it. */
function numberFor(viewerId: number, now: Date, use: string): number {
  const seed = `${viewerId}:${dayOf(now).getTime()}:${use}`
  return createHash('sha256').update(seed).digest().readUInt32BE(0)
}
