import { LRUCache } from 'lru-cache'
import type { Failures } from './backoff.ts'
import type { FailureStore } from './login-throttle.ts'

const MAX_ACCOUNTS = 10_000

export function createMemoryStore(): FailureStore {
  const failures = new LRUCache<string, Failures>({ max: MAX_ACCOUNTS })
  return {
    get: async (key) => failures.get(key) ?? null,
    async swap(key, before, after) {
      if ((failures.get(key) ?? null) !== before) return false
      failures.set(key, after)
      return true
    },
    clear: async (key) => void failures.delete(key),
  }
}
