import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyedQueue, createLimit } from './concurrency.ts'

/** Work that records its start and ends when the test says so. */
function createWork() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      started.push(name)
      ends.set(name, resolve)
    })
  async function end(name: string): Promise<void> {
    ends.get(name)?.()
    await nextTurn()
  }
  return { started, work, end }
}

test('tasks of one key run in order, tasks of another key beside them', async () => {
  const { started, work, end } = createWork()
  const inOrder = createKeyedQueue()
  const done = [inOrder('a', work('a1')), inOrder('a', work('a2')), inOrder('b', work('b1'))]
  await nextTurn()
  expect(started).toEqual(['a1', 'b1'])

  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'a2'])
  await Promise.all([end('a2'), end('b1'), ...done])
})

test('at most `max` run at a time, and the next one starts when one ends or fails', async () => {
  const { started, work, end } = createWork()
  const limit = createLimit(2, new AbortController().signal)
  const failed = limit(() => work('1')().then(() => Promise.reject(new Error('broken'))))
  const done = ['2', '3', '4'].map((name) => limit(work(name)))
  await nextTurn()
  expect(started).toEqual(['1', '2'])

  await Promise.all([end('1'), expect(failed).rejects.toThrow('broken')])
  expect(started).toEqual(['1', '2', '3'])
  for (const name of ['2', '3', '4']) await end(name)
  await Promise.all(done)
})

test('after an abort, running work ends, and waiting work is rejected', async () => {
  const { started, work, end } = createWork()
  const stopping = new AbortController()
  const limit = createLimit(1, stopping.signal)
  const running = limit(work('running'))
  const waiting = limit(work('waiting'))
  await nextTurn()

  stopping.abort()
  await expect(waiting).rejects.toBe(stopping.signal.reason)
  await expect(limit(work('late'))).rejects.toBe(stopping.signal.reason)
  await end('running')
  await running
  expect(started).toEqual(['running'])
})
