import { intervalWhileNeeded } from '@zing/kit/timing/interval-while-needed'

const TICK_MS = 20
/** An idle process stops measuring after this time without a call. */
const IDLE_AFTER_MS = 1_000
/** The delay is an average over about this many ticks: a pause of the process is one late tick. */
const AVERAGED_TICKS = 8

/**
 * Measures how late the event loop runs its timers, from the first `measure` on. A request that has arrived waits as long.
 */
export function createLoopDelay(now: () => number = () => performance.now()) {
  let dueAt = 0
  let usedAt = Number.NEGATIVE_INFINITY
  let delayMs = 0

  function withTickNow(): number {
    return delayMs + (Math.max(0, now() - dueAt) - delayMs) / AVERAGED_TICKS
  }

  const ticking = intervalWhileNeeded(TICK_MS, () => {
    delayMs = withTickNow()
    dueAt = now() + TICK_MS
    const isNeeded = now() - usedAt < IDLE_AFTER_MS || delayMs > TICK_MS // a call may have waited in a paused process
    if (!isNeeded) usedAt = Number.NEGATIVE_INFINITY
    return isNeeded
  })

  return {
    /** Returns the delay in ms. */
    measure(): number {
      if (usedAt === Number.NEGATIVE_INFINITY) {
        dueAt = now() + TICK_MS
        delayMs = 0
        ticking.start()
      }
      usedAt = now()
      return Math.max(delayMs, withTickNow()) // a long turn of the loop is late before its tick
    },
    stop: ticking.stop,
  }
}
export type LoopDelay = ReturnType<typeof createLoopDelay>
