const TICK_MS = 10

/** Measures time in ticks of this process. Unlike a clock, it stands still while a busy machine runs other processes. */
export function startStopwatch(): { elapsedMs(): number } {
  let elapsedMs = 0
  let tickedAt = performance.now()
  function tick(): void {
    const now = performance.now()
    elapsedMs += Math.min(now - tickedAt, 2 * TICK_MS)
    tickedAt = now
  }
  setInterval(tick, TICK_MS).unref()
  return { elapsedMs: () => elapsedMs }
}
