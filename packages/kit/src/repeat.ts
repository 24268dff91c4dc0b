import { AsyncLocalStorage } from 'node:async_hooks'
import { restMs } from './pace.ts'
import { retryDelayMs } from './retry.ts'

export interface Repeated {
  /** Runs now, or once more after the current run; while failures are backed off, not before `everyMs` has passed. */
  wake(): void
  /** Waits for the current run, and for the one that a wake has asked for meanwhile. */
  stop(): Promise<void>
}

/** Longest rest, so that what a crash has left does not wait long behind one slow run. */
const MAX_REST_MS = 10_000

/**
 * Repeats background work, one run at a time: every `everyMs`, less often if a run takes more than a tenth of that, and
 * with growing random delays while it fails.
 */
export function repeat(
  work: () => Promise<void>,
  { everyMs, onFailure }: { everyMs: number; onFailure(err: unknown): void },
): Repeated {
  let failures = 0
  let isWoken = false
  let isStopped = false
  let restedAt = 0
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
    const startedAt = performance.now()
    try {
      await work()
      failures = 0
    } catch (err) {
      failures += 1
      onFailure(err)
    }
    const now = performance.now()
    restedAt = now + Math.max(everyMs, Math.min(restMs(now - startedAt), MAX_REST_MS))
  }

  function runLater(backOffMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(run, Math.max(0, restedAt - performance.now()) + (failures > 0 ? backOffMs : 0))
  }

  return {
    wake() {
      if (isStopped) return
      isWoken = true
      if (running) return
      if (failures === 0) run()
      else runLater(0)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      while (running) await running
    },
  }
}
