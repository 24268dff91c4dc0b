import { expect, test, vi } from 'vitest'
import { retry, retryDelayMs } from './retry.ts'

function failing(times: number) {
  return vi.fn(async () => {
    if (work.mock.calls.length <= times) throw new Error('unavailable')
    return 'done'
  })
}
let work = failing(0)

const atOnce = { delayMs: () => 0, onFailure: () => {} }

test('retry delays double up to 5 s, and jitter takes at most half of them', () => {
  expect([0, 1, 2, 10, 100].map((attempt) => retryDelayMs(attempt, () => 1))).toEqual([200, 400, 800, 5000, 5000])
  expect(retryDelayMs(10, () => 0)).toBe(2500)
})

test('work is repeated until it succeeds', async () => {
  work = failing(20)
  const onFailure = vi.fn()
  expect(await retry(work, { ...atOnce, onFailure })).toBe('done')
  expect([work.mock.calls.length, onFailure.mock.calls.length]).toEqual([21, 20])
})

test('after the last attempt it rejects with that attempt’s failure', async () => {
  work = failing(20)
  await expect(retry(work, { ...atOnce, attempts: 3 })).rejects.toThrow('unavailable')
  expect(work).toHaveBeenCalledTimes(3)
})

test('when it is stopped, it does not try again', async () => {
  work = failing(20)
  const stopped = new AbortController()
  const onFailure = () => stopped.abort()
  const waiting = { delayMs: () => 600_000, signal: stopped.signal, onFailure }
  await expect(retry(work, waiting)).rejects.toThrow('aborted')
  expect(work).toHaveBeenCalledTimes(1)
})
