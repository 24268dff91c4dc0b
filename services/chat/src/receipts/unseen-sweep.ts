import type { Log } from '@zing/kit/observability/logger'
import { IDLE_SWEEP_MS, repeat } from '@zing/kit/timing/repeat'
import { UNSEEN_AFTER_MS } from '@zing/proto/limits'
import type { Times } from '../times.ts'

const SWEEP_MS = 1_000
/** After a mark the sweep looks every second for this time. A mark is due UNSEEN_AFTER_MS after its message. */
const EXPECTANT_MS = UNSEEN_AFTER_MS + 2 * SWEEP_MS

/** Runs `notify` in time for messages that are marked as unseen. It returns true if it found some. */
export function startUnseenSweep(
  log: Log,
  notify: () => Promise<boolean>,
  { sweepMs = SWEEP_MS, idleSweepMs = IDLE_SWEEP_MS }: Times = {},
) {
  let expectedUntil = 0
  const sweeps = repeat(sweep, {
    everyMs: sweepMs,
    idleMs: idleSweepMs,
    onFailure: (err) => log.warn({ err }, 'unconfirmed messages not handed over, will be retried'),
  })

  async function sweep(): Promise<boolean> {
    const hasFound = await notify()
    return hasFound || performance.now() < expectedUntil
  }

  return {
    /** Call it when a message is marked. */
    expectSome(): void {
      const now = performance.now()
      if (now >= expectedUntil) sweeps.soon()
      expectedUntil = now + EXPECTANT_MS
    },
    stop: sweeps.stop,
  }
}
