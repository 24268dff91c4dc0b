/** Older ones say nothing about now. */
const RECENT_MS = 1_000
/** The latest so many; of fewer than MEDIAN_MIN_COUNT the median means little. */
const MAX_COUNT = 63
export const MEDIAN_MIN_COUNT = 5

/** Keeps how long the jobs took that ended within the last `recentMs`. */
export function createRecentDurations(now: () => number, recentMs = RECENT_MS) {
  const latest: { endedAt: number; ms: number }[] = []
  let median: number | null = null // until the next job ends
  let countedAt = 0

  function count(): number {
    const recent = latest.filter(({ endedAt }) => now() - endedAt < recentMs).map(({ ms }) => ms)
    if (recent.length < MEDIAN_MIN_COUNT) return 0
    return recent.toSorted((a, b) => a - b)[Math.floor(recent.length / 2)] ?? 0
  }

  return {
    add(ms: number): void {
      latest.push({ endedAt: now(), ms })
      if (latest.length > MAX_COUNT) latest.shift()
      median = null
    },
    /** In ms; 0 if they are few. */
    median(): number {
      if (median === null || now() - countedAt >= RECENT_MS) {
        median = count()
        countedAt = now()
      }
      return median
    },
  }
}
