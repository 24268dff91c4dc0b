import { createLimit } from '@zing/kit/timing/concurrency'

export interface BackgroundJobs {
  /**
   * Runs work that outlives its request, in its turn. It must not reject; a stop aborts the signal. Resolves when the work
   * has ended or was dropped.
   */
  begin(work: (signal: AbortSignal) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Runs at most `maxRunning` jobs at a time; a stop waits for those that run, and drops those that wait. */
export function startBackgroundJobs(maxRunning: number): BackgroundJobs {
  const stopped = new AbortController()
  const limit = createLimit(maxRunning, stopped.signal)
  const running = new Set<Promise<void>>()
  return {
    begin(work) {
      const job = limit(() => work(stopped.signal))
        .catch(() => {}) // it was waiting when the process stopped
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
