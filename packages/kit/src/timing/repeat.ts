import { AsyncLocalStorage } from 'node:async_hooks'
import { pauseAfterMs } from './pace.ts'
import { retryDelayMs } from './retry.ts'

export interface Repeated {
  /** Runs now, or once more after the current run. While failures are backed off, it runs after `everyMs` at the earliest. */
  wake(): void
  /** Runs within `everyMs`, because something may be left over without a `wake`. */
  soon(): void
  /** Waits for the current run and for a run that `wake` has requested meanwhile. */
  stop(): Promise<void>
}

/** `idleMs` of sweeps for leftovers of an ended process or a late write, which may be 15 s late (INV-7). */
export const IDLE_SWEEP_MS = 10_000

/** Longest pause, so that leftovers of a crash do not wait long behind one slow run. */
const MAX_PAUSE_MS = 10_000

export interface RepeatOptions {
  everyMs: number
  /** Replaces `everyMs` after a run that found nothing. */
  idleMs: number
  onFailure(err: unknown): void
}

/**
 * Repeats background work, one run at a time. It waits `everyMs` while `work` finds something, else `idleMs`. It waits longer
 * if a run takes more than a tenth of that. While `work` fails, growing random delays are added. Use it for sweeps of the own
 * database that end with the process. For rare work that needs other services, use `startDailyRun`.
 */
export function repeat(work: () => Promise<boolean>, { everyMs, idleMs, onFailure }: RepeatOptions): Repeated {
  let failures = 0
  let isWoken = false
  let isExpectingWork = false
  let isStopped = false
  let pacedUntil = 0 // keeps the work to a tenth of the time, however often a run is requested
  let nextRunAt = performance.now() + everyMs
  let running: Promise<void> | null = null
  const run = AsyncLocalStorage.bind(start) // a waking request is not the context of this and later runs
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
