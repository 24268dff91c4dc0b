import { createHash } from 'node:crypto'
import { MIXED_MAX } from './feed-cursor.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** A user who has not opened the feed for longer comes after the others of a page. */
const DORMANT_MS = 30 * DAY_MS
/** Users who like the viewer come among the first of the first page. */
const EARLY_PLACES = 12

interface Listed {
  _id: number
  createdAt: Date
  activeOn?: Date | null | undefined
}

/** The day (UTC) of a time: what is kept of when a user was active, and what an order lasts for. */
export function dayOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
}

interface Reading {
  viewerId: number
  now: Date
}

/**
 * Chooses some of the users who like a viewer, up to MIXED_MAX and half of a page: the same ones all day, others on another
 * day.
 */
export function pickLikers<T extends Listed>(likers: T[], limit: number, { viewerId, now }: Reading): T[] {
  const rank = ({ _id }: Listed) => numberFor(viewerId, now, `pick:${_id}`)
  const most = Math.min(MIXED_MAX, Math.floor(limit / 2))
  return likers.toSorted((a, b) => rank(a) - rank(b) || a._id - b._id).slice(0, most)
}

/**
 * Arranges a page that is newest first: dormant users last, and `mixed` at places among the first EARLY_PLACES that depend
 * on the viewer and the day only, so that reading the page again shows the same order.
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

/** Evenly distributed, and not to be guessed from the ids alone by their order. */
function numberFor(viewerId: number, now: Date, use: string): number {
  const seed = `${viewerId}:${dayOf(now).getTime()}:${use}`
  return createHash('sha256').update(seed).digest().readUInt32BE(0)
}
