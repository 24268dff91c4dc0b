const FIRST_MS = 500
const LONGEST_MS = 10_000
const STABLE_MS = 60_000

/** How long to wait before a process is started again: doubling, and from the beginning after a stable minute. */
export function restartDelay(previousMs: number | null, ranForMs: number): number {
  if (previousMs === null || ranForMs >= STABLE_MS) return FIRST_MS
  return Math.min(previousMs * 2, LONGEST_MS)
}
