import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Jobs that the test completes. */
function controlledJobs() {
  const running: PromiseWithResolvers[] = []
  const work = () => new Promise<void>((resolve, reject) => running.push({ resolve, reject }))
  return { running, work }
}
interface PromiseWithResolvers {
  resolve(): void
  reject(error: Error): void
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('SEC-49b two jobs run, two wait, and the fifth is rejected with a 503', async () => {
  const withLimit = createConcurrencyLimit(2, 2)
  const { running, work } = controlledJobs()
  const jobs = [withLimit(work), withLimit(work), withLimit(work), withLimit(work)]
  await expect(withLimit(work)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 })
  expect(running).toHaveLength(2)

  running[0]?.resolve()
  await nextTick()
  expect(running).toHaveLength(3)
  running[1]?.resolve()
  await nextTick()
  expect(running).toHaveLength(4)
  for (const { resolve } of running) resolve()
  await Promise.all(jobs)
})

test('a failed job releases its slot', async () => {
  const withLimit = createConcurrencyLimit(1, 1)
  const { running, work } = controlledJobs()
  const [first, second] = [withLimit(work), withLimit(work)]
  running[0]?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await nextTick()
  running[1]?.resolve()
  await second
  const third = withLimit(work)
  expect(running).toHaveLength(3)
  running[2]?.resolve()
  await third
})
