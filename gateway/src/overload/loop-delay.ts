import type { Delay } from '@zing/kit/overload/lane'
import { intervalWhileNeeded } from '@zing/kit/timing/interval-while-needed'

const TICK_MS = 20
/** An idle process stops measuring after this time without a call. */
const IDLE_AFTER_MS = 1_000
/** A tick that is at most this late ends a lasting delay. */
const LOW_MS = 20
/** Each tick adds at most this to the duration of a delay. A pause of the process is one late tick. */
const COUNTED_MS = 250

/**
 * Measures how late the event loop runs its timers, from the first `measure` on. A request that has arrived waits as long.
 */
export function createLoopDelay(now: () => number = () => performance.now()) {
  let dueAt = 0
  let usedAt = Number.NEGATIVE_INFINITY
  let lateMs = 0
  let lastsMs = 0

  const ticking = intervalWhileNeeded(TICK_MS, () => {
    lateMs = Math.max(0, now() - dueAt)
    lastsMs = lateMs < LOW_MS ? 0 : lastsMs + Math.min(TICK_MS + lateMs, COUNTED_MS)
    dueAt = now() + TICK_MS
    const isUsed = now() - usedAt < IDLE_AFTER_MS
    if (!isUsed) usedAt = Number.NEGATIVE_INFINITY
    return isUsed
  })

  return {
    measure(): Delay {
      if (usedAt === Number.NEGATIVE_INFINITY) {
        dueAt = now() + TICK_MS
        lateMs = 0
        lastsMs = 0
        ticking.start()
      }
      usedAt = now()
      return { ms: lateMs, lastsMs }
    },
    stop: ticking.stop,
  }
}
export type LoopDelay = ReturnType<typeof createLoopDelay>
