import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

function setUp(options: { lingerMs?: number } = {}) {
  const batches: number[][] = []
  const pending: { resolve(): void; reject(error: Error): void }[] = []
  const enqueue = createBatcher<number>(
    (items) => {
      batches.push(items)
      return new Promise((resolve, reject) => void pending.push({ resolve, reject }))
    },
    { maxConcurrent: 2, size: 3, ...options },
  )
  return { batches, pending, enqueue }
}

test('when items come in one tick, it batches them up to the size of a batch', async () => {
  const { batches, pending, enqueue } = setUp()
  const results = [1, 2, 3, 4].map(enqueue)
  await nextTurn()
  expect(batches).toEqual([[1, 2, 3], [4]])
  for (const { resolve } of pending) resolve()
  await Promise.all(results)
})

test('while the maximum of batches is in flight, items wait and then go together', async () => {
  const { batches, pending, enqueue } = setUp()
  const results = [enqueue(1)]
  await nextTurn()
  results.push(enqueue(2))
  await nextTurn()
  results.push(enqueue(3), enqueue(4))
  await nextTurn()
  expect(batches).toEqual([[1], [2]])
  pending[0]?.resolve()
  await results[0]
  await nextTurn()
  expect(batches).toEqual([[1], [2], [3, 4]])
  for (const { resolve } of pending) resolve()
  await Promise.all(results)
})

test('a failed batch rejects its own items only, and waiting items still run', async () => {
  const { batches, pending, enqueue } = setUp()
  const results = Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(enqueue))
  await nextTurn()
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  pending[0]?.reject(new Error('unavailable'))
  await nextTurn()
  expect(batches.at(-1)).toEqual([7])
  for (const { resolve } of pending.slice(1)) resolve()
  const statuses = (await results).map(({ status }) => status)
  expect(statuses).toEqual([...Array(3).fill('rejected'), ...Array(4).fill('fulfilled')])
})

test('with a linger, items of several ticks go together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { batches, pending, enqueue } = setUp({ lingerMs: 10 })
  const results = [enqueue(1)]
  await nextTurn()
  results.push(enqueue(2))
  await vi.advanceTimersByTimeAsync(9)
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(batches).toEqual([[1, 2]])
  pending[0]?.resolve()
  await Promise.all(results)
})

test('each item gets its own result', async () => {
  const square = createBatcher(async (items: number[]) => items.map((item) => item * item), {
    maxConcurrent: 1,
    size: 3,
  })
  expect(await Promise.all([1, 2, 3, 4].map(square))).toEqual([1, 4, 9, 16])
})
