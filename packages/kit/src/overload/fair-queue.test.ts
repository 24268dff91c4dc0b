import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeadline } from '../timing/deadline.ts'
import { createFairQueue, type Job } from './fair-queue.ts'

const MAX_WAIT_MS = 1_000
const busy = { status: 503, retryAfterSeconds: 1 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A queue and jobs, in the order in which they start. The test ends the jobs. */
function setup(options: { capacity: number; maxQueued: number }) {
  const queue = createFairQueue<'a' | 'b'>({ ...options, maxWaitMs: MAX_WAIT_MS })
  const started: string[] = []
  const running: { resolve(): void; reject(error: Error): void }[] = []
  function run(lane: 'a' | 'b', name: string, job?: Job): Promise<void> {
    const work = () =>
      new Promise<void>((resolve, reject) => {
        started.push(name)
        running.push({ resolve, reject })
      })
    return queue.run(lane, work, job)
  }
  async function endNext(): Promise<void> {
    running.shift()?.resolve()
    await nextTick()
  }
  return { run, started, running, endNext }
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('SEC-49b two jobs run, two wait, and the fifth is rejected with a 503', async () => {
  const { run, started, endNext } = setup({ capacity: 2, maxQueued: 2 })
  const jobs = [run('a', '1'), run('a', '2'), run('a', '3'), run('a', '4')]
  await expect(run('a', '5')).rejects.toMatchObject(busy)
  expect(started).toEqual(['1', '2'])

  for (let i = 0; i < 4; i++) await endNext()
  await Promise.all(jobs)
  expect(started).toEqual(['1', '2', '3', '4'])
})

test('SEC-49b SEC-53 lanes take turns, and a full lane does not close the other', async () => {
  const { run, started, endNext } = setup({ capacity: 1, maxQueued: 3 })
  const flood = ['1', '2', '3', '4'].map((name) => run('a', name))
  await expect(run('a', '5')).rejects.toMatchObject(busy)
  const others = [run('b', 'first'), run('b', 'second')]

  for (let i = 0; i < 6; i++) await endNext()
  await Promise.all([...flood, ...others])
  expect(started).toEqual(['1', '2', 'first', '3', 'second', '4'])
})

test('a failed job ends its turn', async () => {
  const { run, running, started, endNext } = setup({ capacity: 1, maxQueued: 1 })
  const [first, second] = [run('a', '1'), run('a', '2')]
  await nextTick()
  running.shift()?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await nextTick()
  await endNext()
  await second
  const third = run('a', '3')
  await nextTick()
  await endNext()
  await third
  expect(started).toEqual(['1', '2', '3'])
})

test('when a job waits too long, it gets a 503, never starts, and frees its place', async () => {
  const { run, started, endNext } = setup({ capacity: 1, maxQueued: 1 })
  const first = run('a', '1')
  const late = expect(run('a', 'late')).rejects.toMatchObject(busy)
  vi.advanceTimersByTime(MAX_WAIT_MS)
  await late

  const next = run('a', '2')
  await endNext()
  await endNext()
  await Promise.all([first, next])
  expect(started).toEqual(['1', '2'])
})

test('SEC-53 when a job of an owner waits, a second job gets a 429', async () => {
  const { run, started, endNext } = setup({ capacity: 1, maxQueued: 9 })
  const jobs = [run('a', 'running', { owner: 7 }), run('a', 'waiting', { owner: 7 })]
  await expect(run('a', 'third', { owner: 7 })).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 })
  jobs.push(run('a', 'other', { owner: 8 }))

  for (let i = 0; i < 3; i++) await endNext()
  await Promise.all(jobs)
  expect(started).toEqual(['running', 'waiting', 'other'])
})

test('jobs start while their weights fit, a heavy job before later, lighter ones', async () => {
  const { run, started, endNext } = setup({ capacity: 10, maxQueued: 9 })
  const jobs = [6, 3, 8, 1].map((weight) => run('a', `weight ${weight}`, { weight }))
  await nextTick()
  expect(started).toEqual(['weight 6', 'weight 3'])

  await endNext()
  expect(started).toEqual(['weight 6', 'weight 3'])
  await endNext()
  expect(started).toEqual(['weight 6', 'weight 3', 'weight 8', 'weight 1'])
  await endNext()
  await endNext()
  await Promise.all(jobs)
})

test('a heavy job that gives up lets lighter ones start', async () => {
  const { run, started, endNext } = setup({ capacity: 10, maxQueued: 9 })
  const jobs = [run('a', 'first', { weight: 6 })]
  const heavy = expect(run('a', 'heavy', { weight: 8 })).rejects.toMatchObject(busy)
  vi.advanceTimersByTime(MAX_WAIT_MS - 1)
  jobs.push(run('a', 'light'))
  vi.advanceTimersByTime(1)
  await heavy
  await nextTick()
  expect(started).toEqual(['first', 'light'])
  await endNext()
  await endNext()
  await Promise.all(jobs)
})

test('SEC-49b SEC-53 a job whose client leaves while it waits never starts', async () => {
  const { run, started, endNext } = setup({ capacity: 1, maxQueued: 1 })
  const first = run('a', '1')
  const response = new EventEmitter()
  const [request, res] = [{ headers: {} }, response] as unknown as Parameters<typeof withDeadline> // withDeadline reads no more
  const waiting = new Promise<void>((resolve, reject) => {
    withDeadline(request, res, () => void run('a', 'left').then(resolve, reject))
  })
  response.emit('close')
  await expect(waiting).rejects.toMatchObject(busy)

  const next = run('a', '2')
  await endNext()
  await endNext()
  await Promise.all([first, next])
  expect(started).toEqual(['1', '2'])
})
