import { setTimeout as pause } from 'node:timers/promises'
import { retryDelayMs } from '../retry.ts'
import type { Nats } from './connection.ts'

const EVERY_MS = 24 * 60 * 60 * 1_000
const MAX_ATTEMPTS = 10

/**
 * Repairs a service's copies from their owners (faults.md 3.3): soon after the start, when the broker is there, and every
 * night. The owners may still be starting, so it is tried a few times; until the next night the events keep the copies fresh.
 */
export function startReconciliation(nats: Nats, reconcile: () => Promise<void>): { stop(): void } {
  const stopped = new AbortController()

  async function loop(): Promise<void> {
    await nats.connection
    while (!stopped.signal.aborted) {
      await repair()
      await pause(EVERY_MS, undefined, { signal: stopped.signal, ref: false })
    }
  }

  async function repair(): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return await reconcile()
      } catch (err) {
        nats.log.debug({ err }, 'copies not compared yet')
        await pause(retryDelayMs(attempt), undefined, { signal: stopped.signal })
      }
    }
    nats.log.warn('copies not compared with their owners')
  }

  void loop().catch(() => {}) // only a stop ends it early
  return { stop: () => stopped.abort() }
}
