import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Exit } from './exit.ts'
import { watchHealth } from './watch-health.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const LONG_MS = 60_000

function setupWatch(results: (boolean | Error)[], isReady = () => true) {
  const { promise: exited, resolve } = Promise.withResolvers<Exit>()
  const kill = vi.fn()
  const isHealthy = vi.fn(async () => {
    const result = results.length > 1 ? results.shift() : results[0]
    if (result instanceof Error) throw result
    return result ?? false
  })
  const log: string[] = []
  watchHealth({ name: 'nats-server', isReady, isHealthy }, { exited, kill }, (line) => void log.push(line))
  return { kill, isHealthy, log, end: () => resolve({ code: 0, signal: null }) }
}

test('a process that fails three checks in a row is killed once', async () => {
  const { kill, log } = setupWatch([true, false, false, true, false, new Error('no response'), false])
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(kill).toHaveBeenCalledTimes(1)
  expect(log).toEqual(['nats-server runs, but failed 3 health checks: killing it'])
})

test('a process that fails now and then, or has not been ready yet, is not killed', async () => {
  const sometimes = setupWatch([true, false, false, true, false, false, true])
  const never = setupWatch([false], () => false)
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(sometimes.kill).not.toHaveBeenCalled()
  expect(never.kill).not.toHaveBeenCalled()
})

test('a process that has ended is not checked any more', async () => {
  const { isHealthy, end } = setupWatch([true])
  await vi.advanceTimersByTimeAsync(LONG_MS)
  end()
  await vi.advanceTimersByTimeAsync(0)
  const checks = isHealthy.mock.calls.length
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(isHealthy).toHaveBeenCalledTimes(checks)
})
