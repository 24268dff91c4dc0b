import type { Identity } from '@zing/kit/http/internal-token'
import { expect, test, vi } from 'vitest'
import { createVerdicts } from './session-cache.ts'

const ada = { userId: 1, sid: 'a' }
const bob = { userId: 2, sid: 'b' }

function setUp(answer: () => Promise<boolean>) {
  const clock = { now: 0 }
  const ask = vi.fn(async (sessions: Identity[]) => ((await answer()) ? sessions.map(({ sid }) => sid) : []))
  return { clock, ask, verdicts: createVerdicts(ask, () => clock.now) }
}

test('auth is asked once in five seconds, also when many ask at once', async () => {
  const { clock, ask, verdicts } = setUp(async () => true)
  expect(await Promise.all([1, 2, 3].map(() => verdicts.isLive(ada)))).toEqual([true, true, true])
  clock.now = 5_000
  expect(await verdicts.isLive(ada)).toBe(true)
  expect(ask).toHaveBeenCalledTimes(1)
  clock.now = 5_001
  await verdicts.isLive(ada)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('while auth is away the last verdict serves for a minute, and without one it is a 503', async () => {
  let isAway = false
  const { clock, verdicts } = setUp(async () => {
    if (isAway) throw new Error('away')
    return true
  })
  await verdicts.isLive(ada)
  isAway = true
  clock.now = 60_000
  expect(await verdicts.isLive(ada)).toBe(true)
  clock.now = 60_001
  await expect(verdicts.isLive(ada)).rejects.toMatchObject({ status: 503 })
  await expect(verdicts.isLive(bob)).rejects.toMatchObject({ status: 503 })
})

test('SEC-12 a revocation counts at once, also against an answer that is on its way', async () => {
  let answer = (_isLive: boolean) => {}
  const { ask, verdicts } = setUp(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const asked = verdicts.isLive(ada)
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  verdicts.revoke(['a'])
  answer(true)
  expect(await asked).toBe(false)
  expect(await verdicts.isLive(ada)).toBe(false)
})

test('when all sessions end, every one is asked about again', async () => {
  const { ask, verdicts } = setUp(async () => true)
  verdicts.opened(ada)
  expect(await verdicts.isLive(ada)).toBe(true)
  expect(ask).not.toHaveBeenCalled()
  verdicts.revoke(null)
  await verdicts.isLive(ada)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('who is active is asked about together and ahead of time, who is not is left alone', async () => {
  const { clock, ask, verdicts } = setUp(async () => true)
  const cleo = { userId: 3, sid: 'c' }
  for (const person of [ada, bob, cleo]) verdicts.opened(person)
  clock.now = 2_499
  await verdicts.isLive(ada)
  await verdicts.isLive(bob)
  await verdicts.renew()
  expect(ask).not.toHaveBeenCalled()
  clock.now = 2_500
  await verdicts.renew()
  expect(ask.mock.calls).toEqual([[[ada, bob]]])

  clock.now = 7_500 // fresh, since the renewal
  await verdicts.isLive(ada)
  expect(ask).toHaveBeenCalledTimes(1)
  await verdicts.isLive(cleo)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('SEC-12 a renewal finds a session that has ended without our having heard of it', async () => {
  let isLive = true
  const { clock, verdicts } = setUp(async () => isLive)
  verdicts.opened(ada)
  expect(await verdicts.isLive(ada)).toBe(true)
  isLive = false
  clock.now = 3_000
  await verdicts.renew()
  expect(await verdicts.isLive(ada)).toBe(false)
})

test('SEC-12 a revocation counts also against a renewal that is on its way', async () => {
  let answer = (_isLive: boolean) => {}
  const { clock, ask, verdicts } = setUp(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  verdicts.opened(ada)
  await verdicts.isLive(ada)
  clock.now = 3_000
  const renewal = verdicts.renew()
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  verdicts.revoke(['a'])
  answer(true)
  await renewal
  expect(await verdicts.isLive(ada)).toBe(false)
})

test('a renewal that fails leaves the verdict to serve, and blocks no later one', async () => {
  let isAway = true
  const { clock, ask, verdicts } = setUp(async () => {
    if (isAway) throw new Error('away')
    return true
  })
  verdicts.opened(ada)
  await verdicts.isLive(ada)
  clock.now = 3_000
  await verdicts.renew()
  expect(await verdicts.isLive(ada)).toBe(true)
  isAway = false
  await verdicts.renew()
  expect(ask).toHaveBeenCalledTimes(2)
})
