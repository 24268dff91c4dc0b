import { AppError } from '@zing/kit/errors'
import { expect, test } from 'vitest'
import { createLoginGuard, type FailureStore, withSpare } from './login-throttle.ts'
import { createLocalStore } from './memory-store.ts'

/** A guard with a clock of its own; `tries` attempts that nobody confirms, as the times to wait (0: let through). */
function guardAt(clock: { now: number }, store: FailureStore = createLocalStore(), cost = 1) {
  const guard = createLoginGuard(store, cost, () => clock.now)
  async function attempt(key = 'ada'): Promise<number> {
    try {
      await guard.attempt(key)
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
  return { guard, attempt, tries }
}

test('SEC-48 five attempts are free, then the wait doubles', async () => {
  const clock = { now: 0 }
  const { tries } = guardAt(clock)
  expect(await tries(6)).toEqual([0, 0, 0, 0, 0, 1])
  clock.now += 1_000
  expect(await tries(2)).toEqual([0, 2])
  clock.now += 2_000
  expect(await tries(2)).toEqual([0, 4])
})

test('SEC-48 refused attempts do not make the wait longer', async () => {
  const clock = { now: 0 }
  const { tries } = guardAt(clock)
  await tries(100)
  clock.now += 1_000
  expect(await tries(1)).toEqual([0])
})

test('SEC-48 fifty at once get no further than fifty in a row', async () => {
  const { attempt } = guardAt({ now: 0 })
  const waits = await Promise.all(Array.from({ length: 50 }, () => attempt()))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
})

test('a right attempt clears the account, and no other', async () => {
  const { guard, attempt, tries } = guardAt({ now: 0 })
  await tries(5)
  for (let i = 0; i < 5; i++) await attempt('ben')
  await guard.succeeded('ada')
  expect([await attempt('ada'), await attempt('ben')]).toEqual([0, 1])
})

test('the spare takes over while the store is away, at half the rate', async () => {
  const away = async () => {
    throw new Error('away')
  }
  const clock = { now: 0 }
  const spare = guardAt(clock, createLocalStore(), 2)
  const guard = withSpare(createLoginGuard({ get: away, swap: away, clear: away }), spare.guard)
  for (let i = 0; i < 3; i++) await guard.attempt('ada')
  await expect(guard.attempt('ada')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 2 })
  await guard.succeeded('ada')
  await guard.attempt('ada')
})

test('a wait is a wait: the spare is not asked whether it would let through', async () => {
  const { guard, tries } = guardAt({ now: 0 })
  await tries(5)
  const both = withSpare(guard, guardAt({ now: 0 }).guard)
  await expect(both.attempt('ada')).rejects.toMatchObject({ status: 429 })
})
