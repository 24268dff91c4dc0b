import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'

/** Slows down guessing at one account, never locks it for good (SEC-48). */
export interface LoginGuard {
  /** Throws a 429 while the account has to wait. */
  check(usernameKey: string): Promise<void>
  failed(usernameKey: string): Promise<void>
  succeeded(usernameKey: string): Promise<void>
}

export interface Failures {
  count: number
  lastAt: number
}

/** Where failures are counted. Losing them costs nothing but some patience of the guesser. */
export interface FailureStore {
  get(key: string): Promise<Failures | null>
  /** Adds one, at this time. */
  add(key: string, at: number): Promise<void>
  clear(key: string): Promise<void>
}

const FREE_FAILURES = 5
const FIRST_WAIT_MS = 1_000
export const MAX_WAIT_MS = 15 * 60 * 1_000

/** How long the account waits after so many failures: nothing up to 5, then 1 s doubling to 15 min. */
export function waitMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES))
}

export function createLoginGuard(store: FailureStore, now: () => number = Date.now): LoginGuard {
  return {
    async check(usernameKey) {
      const failures = await store.get(usernameKey)
      if (!failures) return
      const leftMs = failures.lastAt + waitMs(failures.count) - now()
      if (leftMs > 0) {
        throw new AppError(429, messages.tooManyRequests, { retryAfterSeconds: Math.ceil(leftMs / 1_000) })
      }
    },
    failed: (usernameKey) => store.add(usernameKey, now()),
    succeeded: (usernameKey) => store.clear(usernameKey),
  }
}

/** For load tests. */
export const noLoginGuard: LoginGuard = {
  check: async () => {},
  failed: async () => {},
  succeeded: async () => {},
}
