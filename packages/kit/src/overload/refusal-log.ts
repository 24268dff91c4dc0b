import type { Log } from '../observability/logger.ts'

const LOG_EVERY_MS = 10_000

/** Returns a function that counts a refusal and logs the count now and then: a line for each would add to the overload. */
export function createRefusalLog(log: Log, now: () => number = () => performance.now()): () => void {
  let refused = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return function recordRefusal() {
    refused += 1
    if (now() - loggedAt < LOG_EVERY_MS) return
    log.warn({ refused }, 'overloaded, refusing calls')
    refused = 0
    loggedAt = now()
  }
}
