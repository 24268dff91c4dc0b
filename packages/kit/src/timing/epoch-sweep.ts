import type { Nats } from '../nats/connection.ts'
import type { FollowedEpoch } from '../nats/epoch.ts'
import { SWEEP_DELAY_MS, startDelayedSweep } from './delayed-sweep.ts'

/**
 * Deletes documents of older epochs SWEEP_DELAY_MS after a reset, after the start and once a day. A write in flight can store
 * one after the reset that should have deleted it (INV-12). Reads ignore such documents.
 */
export function startEpochSweep(
  nats: Nats,
  epoch: FollowedEpoch,
  deleteOlder: (epoch: number) => Promise<void>,
  delayMs = SWEEP_DELAY_MS,
): { stop(): void } {
  async function sweep(): Promise<void> {
    if (epoch.current() > 0) await deleteOlder(epoch.current()) // before the first reset nothing is older
  }

  const sweeps = startDelayedSweep(nats, sweep, { name: 'epoch sweep', delayMs })
  epoch.onRaise(sweeps.soon)
  return sweeps
}
