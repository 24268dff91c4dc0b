import { AsyncLocalStorage } from 'node:async_hooks'
import { pauseAfterMs } from './pace.ts'
import { retryDelayMs } from './retry.ts'

export interface Repeated {
  /** Runs now, or once more after the current run; while failures are backed off, not before `everyMs` has passed. */
  wake(): void
  /** Runs within `everyMs`, because something may be left without a `wake`. */
  soon(): void
  /** Waits for the current run, and for the one that `wake` has caused meanwhile. */
  stop(): Promise<void>
}

/** `idleMs` of sweeps for work that an ended process or a late write has left, which may be 15 s late (INV-7). */
export const IDLE_SWEEP_MS = 10_000

/** Longest pause, so that what a crash has left does not wait long behind one slow run. */
const MAX_PAUSE_MS = 10_000

export interface RepeatOptions {
  everyMs: number
  /** Instead of `everyMs` after a run that found nothing. */
  idleMs: number
  onFailure(err: unknown): void
}

/**
 * Repeats background work, one run at a time: every `everyMs` while `work` returns that it found something, else every
 * `idleMs`; less often if a run takes more than a tenth of that, and with growing random delays while it fails. For sweeps
 * of the own database that end with the process; what needs other services and is rarely needed is for `startDailyRun`.
 */
export function repeat(work: () => Promise<boolean>, { everyMs, idleMs, onFailure }: RepeatOptions): Repeated {
  let failures = 0
  let isWoken = false
  let isExpectingWork = false
  let isStopped = false
  let pacedUntil = 0 // a tenth of the time, however often a run is requested
  let nextRunAt = performance.now() + everyMs
  let running: Promise<void> | null = null
  const run = AsyncLocalStorage.bind(start) // a request that wakes it is not the context of this and later runs
  let timer = setTimeout(run, everyMs)

  function start(): void {
    clearTimeout(timer)
    running = runOnce().then(() => {
      running = null
      if (isWoken && failures === 0) run()
      else if (!isStopped) runLater(isWoken ? 0 : retryDelayMs(failures))
    })
  }

  async function runOnce(): Promise<void> {
    isWoken = false
    isExpectingWork = false
    let hasFound = true
    const startedAt = performance.now()
    try {
      hasFound = await work()
      failures = 0
    } catch (err) {
      failures += 1
      onFailure(err)
    }
    const now = performance.now()
    pacedUntil = now + Math.min(pauseAfterMs(now - startedAt), MAX_PAUSE_MS)
    nextRunAt = Math.max(pacedUntil, now + (hasFound || isExpectingWork ? everyMs : idleMs))
  }

  function runLater(backOffMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(run, Math.max(0, nextRunAt - performance.now()) + (failures > 0 ? backOffMs : 0))
  }

  return {
    wake() {
      if (isStopped) return
      isWoken = true
      if (running) return
      if (failures === 0) run()
      else runLater(0)
    },
    soon() {
      isExpectingWork = true
      if (isStopped || running || failures > 0) return
      nextRunAt = Math.max(pacedUntil, Math.min(nextRunAt, performance.now() + everyMs))
      runLater(0)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      while (running) await running
    },
  }
}
