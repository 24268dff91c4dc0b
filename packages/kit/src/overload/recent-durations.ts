/** Older ones say nothing about now. */
const RECENT_MS = 1_000
/** The latest so many; of fewer than MEDIAN_MIN_COUNT the median means little. */
const MAX_COUNT = 63
export const MEDIAN_MIN_COUNT = 5

/** Keeps how long the jobs took that ended within the last `recentMs`. */
export function createRecentDurations(now: () => number, recentMs = RECENT_MS) {
  const endedAt = new Float64Array(MAX_COUNT).fill(Number.NEGATIVE_INFINITY) // the oldest is replaced
  const durations = new Float64Array(MAX_COUNT)
  let index = 0
  let median: number | null = null // until the next job ends
  let countedAt = 0

  function count(): number {
    const recent = durations.filter((_ms, i) => now() - (endedAt[i] ?? 0) < recentMs)
    if (recent.length < MEDIAN_MIN_COUNT) return 0
    return recent.sort()[Math.floor(recent.length / 2)] ?? 0
  }

  return {
    add(ms: number): void {
      endedAt[index] = now()
      durations[index] = ms
      index = (index + 1) % MAX_COUNT
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
