import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import { type Failures, leftMs, withFailure } from './backoff.ts'

/** Slows down guessing at one account, never locks it for good (SEC-48). */
export interface LoginThrottle {
  /**
   * Counts an attempt as failed before anybody knows, so that many at once do not slip past the limit together.
   * Throws a 429 while the account has to wait; such an attempt is not counted, or hammering would lock it for ever.
   */
  recordAttempt(usernameKey: string): Promise<void>
  /** The attempt was right: nothing has failed. */
  reset(usernameKey: string): Promise<void>
}

/** Where failures are counted. Losing them costs nothing but some patience of the guesser. */
export interface FailureStore {
  get(usernameKey: string): Promise<Failures | null>
  /** Stores `after` unless somebody else has counted since `before` was read; false then. */
  swap(usernameKey: string, before: Failures | null, after: Failures): Promise<boolean>
  clear(usernameKey: string): Promise<void>
}

const MAX_ATTEMPTS = 10

/** `weight`: how many failures one counts for. */
export function createStoreThrottle(store: FailureStore, weight = 1, now: () => number = Date.now): LoginThrottle {
  return {
    async recordAttempt(usernameKey) {
      for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
        const at = now()
        const before = await store.get(usernameKey)
        const waitMs = leftMs(before, at)
        if (waitMs > 0) throw tooMany(waitMs)
        if (await store.swap(usernameKey, before, withFailure(before, at, weight))) return
      }
      throw tooMany(0) // more at once than anybody types
    },
    reset: (usernameKey) => store.clear(usernameKey),
  }
}

function tooMany(waitMs: number): AppError {
  return new AppError(429, messages.tooManyRequests, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
}

/** Asks `fallback` while the store of `throttle` is away. */
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

/** For load tests. */
export const noLoginThrottle: LoginThrottle = {
  recordAttempt: async () => {},
  reset: async () => {},
}
