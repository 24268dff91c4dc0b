import type { Log } from '../observability/logger.ts'

const LOG_EVERY_MS = 10_000

/**
 * Returns a function that counts a refusal. It logs the first one, then their number every 10 s: a line for each would add to
 * the overload.
 */
export function createRefusalLog(log: Log): () => void {
  let refused = 0
  let isPaused = false

  function report(): void {
    isPaused = refused > 0
    if (!isPaused) return
    log.warn({ refused }, 'overloaded, refusing calls')
    refused = 0
    setTimeout(report, LOG_EVERY_MS).unref()
  }

  return function recordRefusal() {
    refused += 1
    if (!isPaused) report()
  }
}
