import type { Nats } from './connection.ts'
import type { FollowedEpoch } from './epoch.ts'
import { startReconciliation } from './reconcile.ts'

const SETTLE_MS = 60_000 // by then the requests and events that were in flight have ended

/**
 * Deletes documents of older epochs SETTLE_MS after a reset, after the start and once a day: a write in flight can store
 * one after the reset that deletes them (INV-12). Reads ignore them until then.
 */
export function startEpochSweep(
  nats: Nats,
  epoch: FollowedEpoch,
  deleteOlder: (epoch: number) => Promise<void>,
  settleMs = SETTLE_MS,
): { stop(): void } {
  const timers = new Set<NodeJS.Timeout>()

  async function sweep(): Promise<void> {
    if (epoch.current() > 0) await deleteOlder(epoch.current()) // without a reset there is nothing older
  }

  epoch.onRaise(() => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      sweep().catch((err: unknown) => nats.log.warn({ err }, 'documents of older epochs not deleted'))
    }, settleMs)
    timers.add(timer.unref())
  })
  const daily = startReconciliation(nats, sweep)
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer)
      daily.stop()
    },
  }
}
