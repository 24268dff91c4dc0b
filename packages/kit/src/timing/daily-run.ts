import { setTimeout as pause } from 'node:timers/promises'
import type { Nats } from '../nats/connection.ts'
import { retry } from './retry.ts'

const HOUR_MS = 60 * 60 * 1_000
const EVERY_MS = 24 * HOUR_MS
/** An hourly run waits for the rest of the product to start. */
const START_MS = 30_000
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
  return startRun(nats, name, work, { everyMs: EVERY_MS, firstMs: 0 })
}

/** Runs `work` START_MS after the start and once an hour. Use it with `runThisHour`, since every process runs it. */
export function startHourlyRun(nats: Nats, name: string, work: () => Promise<void>, firstMs = START_MS): DailyRun {
  return startRun(nats, name, work, { everyMs: HOUR_MS, firstMs })
}

function startRun(
  nats: Nats,
  name: string,
  work: () => Promise<void>,
  { everyMs, firstMs }: { everyMs: number; firstMs: number },
): DailyRun {
  const stopped = new AbortController()
  let waiting = new AbortController()

  async function loop(): Promise<void> {
    await nats.connection
    await wait(firstMs)
    while (!stopped.signal.aborted) {
      waiting = new AbortController()
      await runWithRetries()
      await wait(everyMs)
    }
  }

  /** `runSoon` or a stop ends it. */
  async function wait(ms: number): Promise<void> {
    const signal = AbortSignal.any([stopped.signal, waiting.signal])
    if (ms > 0) await pause(ms, undefined, { signal, ref: false }).catch(() => {})
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
