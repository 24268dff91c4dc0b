import { expect, test } from 'vitest'
import { createLimited } from './concurrency-limit.ts'

/** Work that ends when it is told to. */
function controlled() {
  const running: PromiseWithResolvers[] = []
  const work = () => new Promise<void>((resolve, reject) => running.push({ resolve, reject }))
  return { running, work }
}
interface PromiseWithResolvers {
  resolve(): void
  reject(error: Error): void
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('SEC-49b runs two at a time, lets two wait, and refuses the fifth with a 503', async () => {
  const limited = createLimited(2, 2)
  const { running, work } = controlled()
  const jobs = [limited(work), limited(work), limited(work), limited(work)]
  await expect(limited(work)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 })
  expect(running).toHaveLength(2)

  running[0]?.resolve()
  await turn()
  expect(running).toHaveLength(3)
  running[1]?.resolve()
  await turn()
  expect(running).toHaveLength(4)
  for (const { resolve } of running) resolve()
  await Promise.all(jobs)
})

test('a job that fails gives its place away', async () => {
  const limited = createLimited(1, 1)
  const { running, work } = controlled()
  const [first, second] = [limited(work), limited(work)]
  running[0]?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await turn()
  running[1]?.resolve()
  await second
  const third = limited(work)
  expect(running).toHaveLength(3)
  running[2]?.resolve()
  await third
})
