import type { FeedPosition } from './feed-cursor.ts'

const GRIDS_MS = [24 * 60 * 60 * 1_000, 60 * 60 * 1_000, 60 * 1_000, 1_000]

/** The run of users that a page has examined, newest first. */
interface Run<T> {
  from: { createdAt: Date }
  shown: T[]
  last: FeedPosition | null
}

/**
 * Ends a page behind the last user shown, or at a round time within a run that shows nobody. A cursor that named somebody
 * who is left out would tell of a private preference.
 */
export function pageEnd<T extends { _id: number; createdAt: Date }>({
  from,
  shown,
  last,
}: Run<T>): FeedPosition | null {
  const end = shown.at(-1)
  if (end) return { createdAt: end.createdAt, id: end._id }
  if (!last) return null
  const [begun, ended] = [from.createdAt.getTime(), last.createdAt.getTime()]
  const gridMs = GRIDS_MS.find((ms) => roundUp(ended, ms) + ms <= begun) // at least half of the run is behind
  return gridMs ? { createdAt: new Date(roundUp(ended, gridMs)), id: Number.MAX_SAFE_INTEGER } : last
}

function roundUp(time: number, ms: number): number {
  return Math.ceil(time / ms) * ms
}
