import { expect, test, vi } from 'vitest'
import { createVerdicts } from './session-verdicts.ts'

const ada = { userId: 1, sid: 'a' }

function setUp(answer: () => Promise<boolean>) {
  const clock = { now: 0 }
  const ask = vi.fn(answer)
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
  await expect(verdicts.isLive({ userId: 2, sid: 'b' })).rejects.toMatchObject({ status: 503 })
})

test('SEC-12 a revocation counts at once, also against an answer that is on its way', async () => {
  let answer = (_isLive: boolean) => {}
  const { verdicts } = setUp(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const asked = verdicts.isLive(ada)
  verdicts.revoke(['a'])
  answer(true)
  expect(await asked).toBe(false)
  expect(await verdicts.isLive(ada)).toBe(false)
})

test('when all sessions end, every one is asked about again', async () => {
  const { ask, verdicts } = setUp(async () => true)
  verdicts.opened('a')
  expect(await verdicts.isLive(ada)).toBe(true)
  expect(ask).not.toHaveBeenCalled()
  verdicts.revoke(null)
  await verdicts.isLive(ada)
  expect(ask).toHaveBeenCalledTimes(1)
})
