import { AppError } from '@zing/proto/errors'
import { expect, test } from 'vitest'
import { createStoreThrottle, type FailureStore, withFallback } from './login-throttle.ts'
import { createMemoryStore } from './memory-store.ts'

/** A throttle on a fake clock. `attempts(n)` returns the retry-after of each attempt, 0 for an allowed one. */
function throttleAt(clock: { now: number }, store: FailureStore = createMemoryStore(), weight = 1) {
  const throttle = createStoreThrottle(store, weight, () => clock.now)
  async function attempt(key = 'ada'): Promise<number> {
    try {
      await throttle.recordAttempt(key)
      return 0
    } catch (error) {
      return error instanceof AppError ? (error.retryAfterSeconds ?? -1) : -1
    }
  }
  const attempts = async (count: number) => {
    const waits: number[] = []
    for (let i = 0; i < count; i++) waits.push(await attempt())
    return waits
  }
  return { throttle, attempt, attempts }
}

test('SEC-48 five attempts are free, then the backoff doubles', async () => {
  const clock = { now: 0 }
  const { attempts } = throttleAt(clock)
  expect(await attempts(6)).toEqual([0, 0, 0, 0, 0, 1])
  clock.now += 1_000
  expect(await attempts(2)).toEqual([0, 2])
  clock.now += 2_000
  expect(await attempts(2)).toEqual([0, 4])
})

test('SEC-48 rejected attempts do not extend the backoff', async () => {
  const clock = { now: 0 }
  const { attempts } = throttleAt(clock)
  await attempts(100)
  clock.now += 1_000
  expect(await attempts(1)).toEqual([0])
})

test('SEC-48 five of fifty attempts are allowed, whether concurrent or in sequence', async () => {
  const { attempt } = throttleAt({ now: 0 })
  const waits = await Promise.all(Array.from({ length: 50 }, () => attempt()))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
})

test('a successful login resets its own account only', async () => {
  const { throttle, attempt, attempts } = throttleAt({ now: 0 })
  await attempts(5)
  for (let i = 0; i < 5; i++) await attempt('ben')
  await throttle.reset('ada')
  expect([await attempt('ada'), await attempt('ben')]).toEqual([0, 1])
})

test('the fallback throttles at half the rate while the store is unavailable', async () => {
  const fail = async () => {
    throw new Error('unavailable')
  }
  const clock = { now: 0 }
  const fallback = throttleAt(clock, createMemoryStore(), 2)
  const throttle = withFallback(createStoreThrottle({ get: fail, swap: fail, clear: fail }), fallback.throttle)
  for (let i = 0; i < 3; i++) await throttle.recordAttempt('ada')
  await expect(throttle.recordAttempt('ada')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 2 })
  await throttle.reset('ada')
  await throttle.recordAttempt('ada')
})

test('the fallback is not used after a 429 of the primary throttle', async () => {
  const { throttle, attempts } = throttleAt({ now: 0 })
  await attempts(5)
  const both = withFallback(throttle, throttleAt({ now: 0 }).throttle)
  await expect(both.recordAttempt('ada')).rejects.toMatchObject({ status: 429 })
})
