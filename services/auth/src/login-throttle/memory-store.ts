import type { Failures } from './backoff.ts'
import type { FailureStore } from './login-throttle.ts'

const MAX_ACCOUNTS = 10_000

/** Failures as this process has seen them, of the accounts that failed last. */
export function createMemoryStore(): FailureStore {
  const failures = new Map<string, Failures>()
  return {
    get: async (key) => failures.get(key) ?? null,
    async swap(key, before, after) {
      if ((failures.get(key) ?? null) !== before) return false
      failures.delete(key) // to the end: the first of the map is the one touched longest ago
      failures.set(key, after)
      const oldest = failures.keys().next().value
      if (failures.size > MAX_ACCOUNTS && oldest !== undefined) failures.delete(oldest)
      return true
    },
    clear: async (key) => void failures.delete(key),
  }
}
