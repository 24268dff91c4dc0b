/** Older durations say nothing about the present. */
const RECENT_MS = 1_000
/** Durations to keep. Fewer than MEDIAN_MIN_COUNT have no useful median. */
const MAX_COUNT = 63
export const MEDIAN_MIN_COUNT = 5

/** Keeps the durations of jobs that ended within the last `recentMs`. */
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
    /** Returns the median in ms, or 0 while there are few durations. */
    median(): number {
      if (median === null || now() - countedAt >= RECENT_MS) {
        median = count()
        countedAt = now()
      }
      return median
    },
  }
}
