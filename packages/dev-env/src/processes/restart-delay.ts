const FIRST_MS = 500
const LONGEST_MS = 10_000
const STABLE_MS = 10_000

/** Returns the delay before a restart: it doubles, and starts over after ten stable seconds. */
export function restartDelay(previousMs: number | null, ranForMs: number): number {
  if (previousMs === null || ranForMs >= STABLE_MS) return FIRST_MS
  return Math.min(previousMs * 2, LONGEST_MS)
}
