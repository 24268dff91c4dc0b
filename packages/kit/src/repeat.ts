import { restMs } from './pace.ts'
import { retryDelayMs } from './retry.ts'

export interface Repeated {
  /** Runs now, or once more after the current run; does nothing while failures are backed off. */
  wake(): void
  /** Waits for the current run. */
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
  let running: Promise<void> | null = null
  let timer = setTimeout(run, everyMs)

  function run(): void {
    clearTimeout(timer)
    running = runOnce().then((delayMs) => {
      running = null
      if (isStopped) return
      if (isWoken && failures === 0) run()
      else timer = setTimeout(run, delayMs)
    })
  }

  /** Resolves to the delay before the next run. */
  async function runOnce(): Promise<number> {
    isWoken = false
    const startedAt = performance.now()
    try {
      await work()
      failures = 0
    } catch (err) {
      failures += 1
      onFailure(err)
      return everyMs + retryDelayMs(failures)
    }
    return Math.max(everyMs, Math.min(restMs(performance.now() - startedAt), MAX_REST_MS))
  }

  return {
    wake() {
      isWoken = true
      if (!running && failures === 0 && !isStopped) run()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
