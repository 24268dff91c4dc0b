/** Older ones say nothing about now. */
const RECENT_MS = 1_000
/** The latest so many; of fewer than MIN_COUNT the median means little. */
const MAX_COUNT = 63
const MIN_COUNT = 5

/** Keeps how long the latest jobs took. */
export function createRecentDurations(now: () => number) {
  const latest: { endedAt: number; ms: number }[] = []
  let median: number | null = null // until the next job ends
  let countedAt = 0

  function count(): number {
    const recent = latest.filter(({ endedAt }) => now() - endedAt < RECENT_MS).map(({ ms }) => ms)
    if (recent.length < MIN_COUNT) return 0
    return recent.toSorted((a, b) => a - b)[Math.floor(recent.length / 2)] ?? 0
  }

  return {
    add(ms: number): void {
      if (latest.length === MAX_COUNT) latest.shift()
      latest.push({ endedAt: now(), ms })
      median = null
    },
    /** In ms; 0 if few have ended within RECENT_MS. */
    median(): number {
      if (median === null || now() - countedAt >= RECENT_MS) {
        median = count()
        countedAt = now()
      }
      return median
    },
  }
}
