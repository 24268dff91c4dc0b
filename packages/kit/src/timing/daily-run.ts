import { setTimeout as pause } from 'node:timers/promises'
import type { Nats } from '../nats/connection.ts'
import { retry } from './retry.ts'

const EVERY_MS = 24 * 60 * 60 * 1_000
const MAX_ATTEMPTS = 10

export interface DailyRun {
  /** Runs once more as soon as possible, for example because events may be lost. */
  runSoon(): void
  stop(): void
}

/**
 * Runs `work` soon after NATS has connected, once a day and after `runSoon`. It makes ten attempts each time, since the
 * services that it asks may still be starting. `name` names the work in logs. Use it for comparisons with other services,
 * which make up for lost events. For a deletion that must be repeated soon, use `startDelayedSweep`.
 */
export function startDailyRun(nats: Nats, name: string, work: () => Promise<void>): DailyRun {
  const stopped = new AbortController()
  let waiting = new AbortController()

  async function loop(): Promise<void> {
    await nats.connection
    while (!stopped.signal.aborted) {
      waiting = new AbortController()
      await runWithRetries()
      const signal = AbortSignal.any([stopped.signal, waiting.signal])
      await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => {}) // `runSoon` or a stop ends the pause
    }
  }

  async function runWithRetries(): Promise<void> {
    const onFailure = (err: unknown) => nats.log.debug({ err }, `${name} failed, will be retried`)
    await retry(work, { attempts: MAX_ATTEMPTS, signal: stopped.signal, onFailure }).catch((err: unknown) => {
      if (!stopped.signal.aborted) nats.log.warn({ err }, `${name} failed`)
    })
  }

  void loop().catch(() => {}) // only a stop ends it early
  return { runSoon: () => waiting.abort(), stop: () => stopped.abort() }
}
