import type { Identity } from '@zing/kit/http/internal-token'
import { expect, test, vi } from 'vitest'
import { createSessionCache } from './session-cache.ts'

const ada = { userId: 1, sid: 'a' }
const bob = { userId: 2, sid: 'b' }

function setUp(answer: () => Promise<boolean>) {
  const clock = { now: 0 }
  const ask = vi.fn(async (sessions: Identity[]) => ((await answer()) ? sessions.map(({ sid }) => sid) : []))
  return { clock, ask, sessionCache: createSessionCache(ask, () => clock.now) }
}

test('auth is asked once in five seconds, also when many ask at once', async () => {
  const { clock, ask, sessionCache } = setUp(async () => true)
  expect(await Promise.all([1, 2, 3].map(() => sessionCache.isActive(ada)))).toEqual([true, true, true])
  clock.now = 5_000
  expect(await sessionCache.isActive(ada)).toBe(true)
  expect(ask).toHaveBeenCalledTimes(1)
  clock.now = 5_001
  await sessionCache.isActive(ada)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('while auth is away the last cachedSession serves for a minute, and without one it is a 503', async () => {
  let isAway = false
  const { clock, sessionCache } = setUp(async () => {
    if (isAway) throw new Error('away')
    return true
  })
  await sessionCache.isActive(ada)
  isAway = true
  clock.now = 60_000
  expect(await sessionCache.isActive(ada)).toBe(true)
  clock.now = 60_001
  await expect(sessionCache.isActive(ada)).rejects.toMatchObject({ status: 503 })
  await expect(sessionCache.isActive(bob)).rejects.toMatchObject({ status: 503 })
})

test('SEC-12 a revocation counts at once, also against an answer that is on its way', async () => {
  let answer = (_isActive: boolean) => {}
  const { ask, sessionCache } = setUp(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const asked = sessionCache.isActive(ada)
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  sessionCache.revoke(['a'])
  answer(true)
  expect(await asked).toBe(false)
  expect(await sessionCache.isActive(ada)).toBe(false)
})

test('when all sessions end, every one is asked about again', async () => {
  const { ask, sessionCache } = setUp(async () => true)
  sessionCache.opened(ada)
  expect(await sessionCache.isActive(ada)).toBe(true)
  expect(ask).not.toHaveBeenCalled()
  sessionCache.revoke(null)
  await sessionCache.isActive(ada)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('who is active is asked about together and ahead of time, who is not is left alone', async () => {
  const { clock, ask, sessionCache } = setUp(async () => true)
  const cleo = { userId: 3, sid: 'c' }
  for (const person of [ada, bob, cleo]) sessionCache.opened(person)
  clock.now = 2_499
  await sessionCache.isActive(ada)
  await sessionCache.isActive(bob)
  await sessionCache.renew()
  expect(ask).not.toHaveBeenCalled()
  clock.now = 2_500
  await sessionCache.renew()
  expect(ask.mock.calls).toEqual([[[ada, bob]]])

  clock.now = 7_500 // fresh, since the renewal
  await sessionCache.isActive(ada)
  expect(ask).toHaveBeenCalledTimes(1)
  await sessionCache.isActive(cleo)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('SEC-12 a renewal finds a session that has ended without our having heard of it', async () => {
  let isActive = true
  const { clock, sessionCache } = setUp(async () => isActive)
  sessionCache.opened(ada)
  expect(await sessionCache.isActive(ada)).toBe(true)
  isActive = false
  clock.now = 3_000
  await sessionCache.renew()
  expect(await sessionCache.isActive(ada)).toBe(false)
})

test('SEC-12 a revocation counts also against a renewal that is on its way', async () => {
  let answer = (_isActive: boolean) => {}
  const { clock, ask, sessionCache } = setUp(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  sessionCache.opened(ada)
  await sessionCache.isActive(ada)
  clock.now = 3_000
  const renewal = sessionCache.renew()
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  sessionCache.revoke(['a'])
  answer(true)
  await renewal
  expect(await sessionCache.isActive(ada)).toBe(false)
})

test('a renewal that fails leaves the cachedSession to serve, and blocks no later one', async () => {
  let isAway = true
  const { clock, ask, sessionCache } = setUp(async () => {
    if (isAway) throw new Error('away')
    return true
  })
  sessionCache.opened(ada)
  await sessionCache.isActive(ada)
  clock.now = 3_000
  await sessionCache.renew()
  expect(await sessionCache.isActive(ada)).toBe(true)
  isAway = false
  await sessionCache.renew()
  expect(ask).toHaveBeenCalledTimes(2)
})
