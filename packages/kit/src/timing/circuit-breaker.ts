import { errors } from '@zing/proto/errors'

export interface CircuitBreaker {
  /** Runs a call, or throws a 503 at once while the circuit is open. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** True for `keptMs` after a failure, then while one call probes whether the dependency responds again. */
  isOpen(): boolean
}

/**
 * Remembers the failure of a dependency, so that callers do not wait for it one after another. Use it for calls that somebody
 * waits for and can do without. For work that must succeed, use `retry`.
 */
export function createCircuitBreaker(keptMs: number, now = () => performance.now()): CircuitBreaker {
  let failedAt: number | null = null
  let isProbing = false

  function isOpen(): boolean {
    return failedAt !== null && (isProbing || now() - failedAt < keptMs)
  }

  return {
    isOpen,
    async run(call) {
      if (isOpen()) throw errors.unavailable()
      const isProbe = failedAt !== null
      if (isProbe) isProbing = true
      try {
        const result = await call()
        failedAt = null
        return result
      } catch (error) {
        failedAt = now()
        throw error
      } finally {
        if (isProbe) isProbing = false
      }
    },
  }
}
