import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '@zing/kit/errors'
import type { Log } from '@zing/kit/observability/logger'
import { retryDelayMs } from '@zing/kit/retry'
import type { WriteRetries } from '../context.ts'

const MAX_WAITING = 1_000
const MAX_AGE_MS = 5 * 60 * 1_000

/**
 * Repeats idempotent writes whose result was lost, so that what they may have changed is pushed. One at a time, so that
 * a database that is back is not flooded; what does not fit, or waits for too long, is left to a retry of the client.
 */
export function createWriteRetries(log: Log): WriteRetries & { stop(): Promise<void> } {
  const waiting = new Map<string, { write: () => Promise<void>; addedAt: number }>()
  const stopped = new AbortController()
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    for (let attempt = 0; waiting.size > 0 && !stopped.signal.aborted; ) {
      await pause(retryDelayMs(attempt), undefined, { signal: stopped.signal })
      attempt = (await repeatWaiting()) ? 0 : attempt + 1
    }
  }

  /** Returns false as soon as the database is unavailable. */
  async function repeatWaiting(): Promise<boolean> {
    for (const [key, entry] of waiting) {
      if (stopped.signal.aborted) return false
      const isExpired = performance.now() - entry.addedAt > MAX_AGE_MS
      if (!isExpired && !(await repeat(entry.write))) return false
      if (waiting.get(key) === entry) waiting.delete(key)
    }
    return true
  }

  async function repeat(write: () => Promise<void>): Promise<boolean> {
    try {
      await write()
    } catch (err) {
      if (isDatabaseUnavailable(err)) return false
      log.error({ err }, 'repeated write failed')
    }
    return true
  }

  return {
    add(key, write) {
      if (waiting.size >= MAX_WAITING && !waiting.has(key)) return
      waiting.set(key, { write, addedAt: performance.now() })
      running ??= run()
        .catch(() => {}) // stopped
        .finally(() => {
          running = null
        })
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}
