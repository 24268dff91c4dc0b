import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../observability/logger.ts'
import { createRefusalLog } from './refusal-log.ts'

function start() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const counts: number[] = []
  const log = createLog('test', 'info', { write: (line: string) => void counts.push(JSON.parse(line).refused) })
  const recordRefusal = createRefusalLog(log)
  const refuse = (times: number) => {
    for (let i = 0; i < times; i++) recordRefusal()
  }
  return { refuse, counts }
}

test('the first refusal is logged at once, and further ones every 10 s', () => {
  const { refuse, counts } = start()
  refuse(5)
  expect(counts).toEqual([1])
  vi.advanceTimersByTime(9_999)
  refuse(2)
  expect(counts).toEqual([1])
  vi.advanceTimersByTime(1)
  expect(counts).toEqual([1, 6])
})

test('the last count is logged when the overload ends, and nothing runs after it', () => {
  const { refuse, counts } = start()
  refuse(3)
  vi.advanceTimersByTime(10_000)
  expect(counts).toEqual([1, 2])
  vi.advanceTimersByTime(10_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(counts).toEqual([1, 2])
  refuse(1)
  expect(counts).toEqual([1, 2, 1])
})
