import { createLog } from '@zing/kit/observability/logger'
import mongoose from 'mongoose'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWriteRetries } from './write-retries.ts'

let isDatabaseDown: boolean
let written: string[]
let attempts: number
let retries: ReturnType<typeof createWriteRetries>

beforeEach(() => {
  vi.useFakeTimers()
  isDatabaseDown = true
  written = []
  attempts = 0
  retries = createWriteRetries(createLog('chat-test', 'silent'))
  onTestFinished(() => retries.stop())
})

function add(key: string, value = key): void {
  retries.add(key, async () => {
    attempts += 1
    if (isDatabaseDown) throw new mongoose.mongo.MongoNetworkError('unavailable')
    written.push(value)
  })
}

test('it repeats a write until the database responds, then stops', async () => {
  add('a')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(written).toEqual([])
  isDatabaseDown = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written).toEqual(['a'])
  add('b')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(written).toEqual(['a', 'b'])
})

test('it tries an unavailable database with one write at a time and growing pauses', async () => {
  for (let i = 0; i < 100; i++) add(`n${i}`)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts).toBeGreaterThan(5)
  expect(attempts).toBeLessThan(30)
})

test('the newest write of a key replaces an earlier one', async () => {
  add('a', 'old')
  add('a', 'new')
  isDatabaseDown = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(written).toEqual(['new'])
})

test('at most a thousand writes wait, for at most five minutes', async () => {
  for (let i = 0; i < 1_001; i++) add(`n${i}`)
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  add('n0', 'later')
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  isDatabaseDown = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written).toEqual(['later'])
})

test('when a write fails for another reason, it gives that one up and goes on', async () => {
  isDatabaseDown = false
  retries.add('broken', async () => {
    attempts += 1
    throw new Error('broken')
  })
  add('a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([attempts, written]).toEqual([2, ['a']])
})

test('after a stop it writes nothing', async () => {
  add('a')
  isDatabaseDown = false
  await retries.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written).toEqual([])
})
