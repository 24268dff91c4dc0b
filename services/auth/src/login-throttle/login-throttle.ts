import { AppError, errors } from '@zing/proto/errors'
import { type Failures, remainingMs, withFailure } from './backoff.ts'

/**
 * Slows down password guessing without ever locking an account permanently (SEC-48). A bucket is an account, or a
 * browser that has signed in to it.
 */
export interface LoginThrottle {
  /** Counts an attempt before the password is verified, to limit concurrent ones. Rejected attempts do not count. */
  recordAttempt(bucket: string): Promise<void>
  reset(bucket: string): Promise<void>
}

export interface FailureStore {
  get(bucket: string): Promise<Failures | null>
  /** Compare-and-swap; false if the stored failures are no longer `before`. */
  swap(bucket: string, before: Failures | null, after: Failures): Promise<boolean>
  clear(bucket: string): Promise<void>
}

const MAX_ATTEMPTS = 10

export function createStoreThrottle(store: FailureStore, weight = 1, now = () => Date.now()): LoginThrottle {
  return {
    async recordAttempt(bucket) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const at = now()
        const before = await store.get(bucket)
        const waitMs = remainingMs(before, at)
        if (waitMs > 0) throw tooManyRequests(waitMs)
        if (await store.swap(bucket, before, withFailure(before, at, weight))) return
      }
      throw tooManyRequests(0) // a user does not make that many concurrent attempts
    },
    reset: (bucket) => store.clear(bucket),
  }
}

function tooManyRequests(waitMs: number): AppError {
  return errors.tooManyRequests({ retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
}

/** Uses `fallback` while the store of `throttle` is unavailable. A 429 from `throttle` is final. */
export function withFallback(throttle: LoginThrottle, fallback: LoginThrottle): LoginThrottle {
  return {
    async recordAttempt(bucket) {
      try {
        await throttle.recordAttempt(bucket)
      } catch (error) {
        if (error instanceof AppError) throw error
        await fallback.recordAttempt(bucket)
      }
    },
    async reset(bucket) {
      await Promise.allSettled([throttle.reset(bucket), fallback.reset(bucket)])
    },
  }
}

export const noLoginThrottle: LoginThrottle = {
  recordAttempt: async () => {},
  reset: async () => {},
}
