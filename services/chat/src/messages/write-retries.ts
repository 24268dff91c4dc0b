import { AsyncResource } from 'node:async_hooks'
import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import type { Log } from '@zing/kit/observability/logger'
import { retryDelayMs } from '@zing/kit/timing/retry'
import type { WriteRetries } from '../context.ts'

const MAX_WAITING = 1_000
const MAX_AGE_MS = 5 * 60 * 1_000

/**
 * Repeats idempotent writes whose result was lost, and pushes what they may have changed. One write runs at a time, so that a
 * recovered database is not flooded. Writes beyond the limits are left to the client's retry.
 */
export function createWriteRetries(log: Log): WriteRetries & { stop(): Promise<void> } {
  const waiting = new Map<string, { write: () => Promise<void>; addedAt: number }>()
  let nextRun: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let attempt = 0
  let isStopped = false

  function run(): void {
    running = repeatWaiting().then((isDone) => {
      attempt = isDone ? 0 : attempt + 1
      nextRun = waiting.size > 0 && !isStopped ? setTimeout(run, retryDelayMs(attempt)) : null
    })
  }

  /** Returns false as soon as the database is unavailable. */
  async function repeatWaiting(): Promise<boolean> {
    for (const [key, entry] of waiting) {
      if (isStopped) return false
      const isExpired = performance.now() - entry.addedAt > MAX_AGE_MS
      if (isExpired) log.warn({ key }, 'write not repeated: it has waited for too long')
      else if (!(await repeat(key, entry.write))) return false
      if (waiting.get(key) === entry) waiting.delete(key)
    }
    return true
  }

  async function repeat(key: string, write: () => Promise<void>): Promise<boolean> {
    try {
      await write()
    } catch (err) {
      if (isDatabaseUnavailable(err)) return false
      log.error({ err, key }, 'repeated write failed')
    }
    return true
  }

  return {
    add(key, write) {
      if (waiting.size >= MAX_WAITING && !waiting.has(key))
        return log.warn({ key }, 'write not repeated: too many are waiting')
      waiting.set(key, { write: AsyncResource.bind(write), addedAt: performance.now() }) // keeps the request's trace
      nextRun ??= setTimeout(run, retryDelayMs(attempt))
    },
    async stop() {
      isStopped = true
      if (nextRun) clearTimeout(nextRun)
      await running
    },
  }
}
