import type { LookupAddress } from 'node:dns'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStaleLookup } from './stale-lookup.ts'

const OLD: LookupAddress[] = [{ address: '10.0.0.1', family: 4 }]
const NEW: LookupAddress[] = [{ address: '10.0.0.2', family: 4 }]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setup() {
  const questions: { answer(addresses: LookupAddress[]): void; fail(error: Error): void }[] = []
  const lookup = createStaleLookup(() => {
    const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>()
    questions.push({ answer: resolve, fail: reject })
    return promise
  })
  const addresses = () =>
    new Promise((resolve, reject) => {
      lookup('chat', { all: true }, (error, found) => (error ? reject(error) : resolve(found)))
    })
  return { questions, addresses, lookup }
}

test('the addresses of a name are the name server’s answer', async () => {
  const { questions, addresses, lookup } = setup()
  for (const answer of [OLD, NEW]) {
    const found = addresses()
    questions.at(-1)?.answer(answer)
    expect(await found).toEqual(answer)
  }

  const single = new Promise((resolve) => lookup('chat', {}, (...found) => resolve(found)))
  questions.at(-1)?.answer(OLD)
  expect(await single).toEqual([null, '10.0.0.1', 4])
})

test('while the name server is silent, known addresses are used, then its answer', async () => {
  const { questions, addresses } = setup()
  const first = addresses()
  questions[0]?.answer(OLD)
  await first

  const during = addresses()
  await vi.advanceTimersByTimeAsync(200)
  expect(await during).toEqual(OLD)
  const together = addresses() // shares the open query
  await vi.advanceTimersByTimeAsync(200)
  expect(await together).toEqual(OLD)
  expect(questions).toHaveLength(2)

  questions[1]?.answer(NEW)
  await vi.advanceTimersByTimeAsync(0)
  const after = addresses()
  await vi.advanceTimersByTimeAsync(200)
  expect(await after).toEqual(NEW)
})

test('an error of the name server counts only for names without known addresses', async () => {
  const { questions, addresses } = setup()
  const unknown = addresses()
  questions[0]?.fail(new Error('EAI_AGAIN'))
  await expect(unknown).rejects.toThrow('EAI_AGAIN')

  const first = addresses()
  questions[1]?.answer(OLD)
  await first
  const during = addresses()
  questions[2]?.fail(new Error('EAI_AGAIN'))
  expect(await during).toEqual(OLD)
})
