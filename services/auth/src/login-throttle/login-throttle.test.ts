import { AppError } from '@zing/kit/errors'
import { expect, test } from 'vitest'
import { createStoreThrottle, type FailureStore, withFallback } from './login-throttle.ts'
import { createMemoryStore } from './memory-store.ts'

/** A throttle with a clock of its own; `tries` attempts that nobody confirms, as the times to wait (0: let through). */
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
  const tries = async (count: number) => {
    const waits: number[] = []
    for (let i = 0; i < count; i++) waits.push(await attempt())
    return waits
  }
  return { throttle, attempt, tries }
}

test('SEC-48 five attempts are free, then the wait doubles', async () => {
  const clock = { now: 0 }
  const { tries } = throttleAt(clock)
  expect(await tries(6)).toEqual([0, 0, 0, 0, 0, 1])
  clock.now += 1_000
  expect(await tries(2)).toEqual([0, 2])
  clock.now += 2_000
  expect(await tries(2)).toEqual([0, 4])
})

test('SEC-48 refused attempts do not make the wait longer', async () => {
  const clock = { now: 0 }
  const { tries } = throttleAt(clock)
  await tries(100)
  clock.now += 1_000
  expect(await tries(1)).toEqual([0])
})

test('SEC-48 fifty at once get no further than fifty in a row', async () => {
  const { attempt } = throttleAt({ now: 0 })
  const waits = await Promise.all(Array.from({ length: 50 }, () => attempt()))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
})

test('a right attempt clears the account, and no other', async () => {
  const { throttle, attempt, tries } = throttleAt({ now: 0 })
  await tries(5)
  for (let i = 0; i < 5; i++) await attempt('ben')
  await throttle.reset('ada')
  expect([await attempt('ada'), await attempt('ben')]).toEqual([0, 1])
})

test('the fallback takes over while the store is away, at half the rate', async () => {
  const away = async () => {
    throw new Error('away')
  }
  const clock = { now: 0 }
  const fallback = throttleAt(clock, createMemoryStore(), 2)
  const throttle = withFallback(createStoreThrottle({ get: away, swap: away, clear: away }), fallback.throttle)
  for (let i = 0; i < 3; i++) await throttle.recordAttempt('ada')
  await expect(throttle.recordAttempt('ada')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 2 })
  await throttle.reset('ada')
  await throttle.recordAttempt('ada')
})

test('a wait is a wait: the fallback is not asked whether it would let through', async () => {
  const { throttle, tries } = throttleAt({ now: 0 })
  await tries(5)
  const both = withFallback(throttle, throttleAt({ now: 0 }).throttle)
  await expect(both.recordAttempt('ada')).rejects.toMatchObject({ status: 429 })
})
