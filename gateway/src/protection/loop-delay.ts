import type { Delay } from '../proxy/lane.ts'

const TICK_MS = 20
/** A tick that is less late ends a lasting delay. */
const LOW_MS = 20
/** What one tick adds at most to the time for which a delay lasts: a pause of the process is one late tick. */
const COUNTED_MS = 250

/** Measures how late the event loop of this process runs its timers: so long waits a request that has arrived. */
export function createLoopDelay(now: () => number = () => performance.now()) {
  let dueAt = now() + TICK_MS
  let lateMs = 0
  let lastsMs = 0

  function tick(): void {
    lateMs = Math.max(0, now() - dueAt)
    lastsMs = lateMs < LOW_MS ? 0 : lastsMs + Math.min(TICK_MS + lateMs, COUNTED_MS)
    dueAt = now() + TICK_MS
  }

  return {
    tick,
    delay: (): Delay => ({ ms: lateMs, lastsMs }),
    /** Ticks until the returned function is called. */
    start(): () => void {
      const timer = setInterval(tick, TICK_MS)
      return () => clearInterval(timer)
    },
  }
}
export type LoopDelay = ReturnType<typeof createLoopDelay>
