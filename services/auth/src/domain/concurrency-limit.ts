import { unavailable } from '@zing/kit/errors'

/** Runs at most `maxConcurrent` jobs and queues at most `maxQueued`; beyond that a 503 (SEC-49b, SEC-53). */
export function createConcurrencyLimit(maxConcurrent: number, maxQueued: number) {
  let active = 0
  const queue: (() => void)[] = []

  return async function withLimit<T>(work: () => Promise<T>): Promise<T> {
    if (active >= maxConcurrent) {
      if (queue.length >= maxQueued) throw unavailable()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      active += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next)
        next() // hands the slot over: active stays
      else active -= 1
    }
  }
}
