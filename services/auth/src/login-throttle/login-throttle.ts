import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import { type Failures, remainingMs, withFailure } from './backoff.ts'

/** Slows down password guessing per account without ever locking it permanently (SEC-48). */
export interface LoginThrottle {
  /** Counts a failure before the password is verified, to limit concurrent attempts; a 429 is not counted. */
  recordAttempt(usernameKey: string): Promise<void>
  reset(usernameKey: string): Promise<void>
}

export interface FailureStore {
  get(usernameKey: string): Promise<Failures | null>
  /** Compare-and-swap; false if the stored failures are no longer `before`. */
  swap(usernameKey: string, before: Failures | null, after: Failures): Promise<boolean>
  clear(usernameKey: string): Promise<void>
}

const MAX_ATTEMPTS = 10

export function createStoreThrottle(store: FailureStore, weight = 1, now: () => number = Date.now): LoginThrottle {
  return {
    async recordAttempt(usernameKey) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const at = now()
        const before = await store.get(usernameKey)
        const waitMs = remainingMs(before, at)
        if (waitMs > 0) throw tooManyRequests(waitMs)
        if (await store.swap(usernameKey, before, withFailure(before, at, weight))) return
      }
      throw tooManyRequests(0) // more concurrent attempts than a user makes
    },
    reset: (usernameKey) => store.clear(usernameKey),
  }
}

function tooManyRequests(waitMs: number): AppError {
  return new AppError(429, messages.tooManyRequests, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
}

/** Uses `fallback` while the store of `throttle` is unavailable; a 429 of `throttle` is final. */
export function withFallback(throttle: LoginThrottle, fallback: LoginThrottle): LoginThrottle {
  return {
    async recordAttempt(usernameKey) {
      try {
        await throttle.recordAttempt(usernameKey)
      } catch (error) {
        if (error instanceof AppError) throw error
        await fallback.recordAttempt(usernameKey)
      }
    },
    async reset(usernameKey) {
      await Promise.allSettled([throttle.reset(usernameKey), fallback.reset(usernameKey)])
    },
  }
}

export const noLoginThrottle: LoginThrottle = {
  recordAttempt: async () => {},
  reset: async () => {},
}
