import { createLimit } from '@zing/kit/timing/concurrency'

export interface BackgroundJobs {
  /**
   * Runs work in its turn, also after the request has ended. The work must not reject. A stop aborts its signal.
   * Resolves when the work has ended or was dropped.
   */
  begin(work: (signal: AbortSignal) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Runs at most `maxRunning` jobs at a time. A stop waits for running jobs and drops waiting ones. */
export function startBackgroundJobs(maxRunning: number): BackgroundJobs {
  const stopped = new AbortController()
  const limit = createLimit(maxRunning, stopped.signal)
  const running = new Set<Promise<void>>()
  return {
    begin(work) {
      const job = limit(() => work(stopped.signal))
        .catch(() => {}) // the process stopped before its turn
        .finally(() => running.delete(job))
      running.add(job)
      return job
    },
    async stop() {
      stopped.abort()
      await Promise.all(running)
    },
  }
}
