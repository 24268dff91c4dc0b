import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onStopSignal } from './stop-signals.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let before: Map<string, unknown[]>

beforeEach(() => {
  before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  for (const signal of SIGNALS) {
    const ours = process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener))
    for (const listener of ours) process.off(signal, listener)
  }
})

test('Ctrl-C that arrives from the terminal and from npm stops once, and a second Ctrl-C kills', () => {
  const calls: string[] = []
  onStopSignal(
    () => void calls.push('stop'),
    () => void calls.push('kill'),
  )

  process.emit('SIGINT')
  process.emit('SIGINT')
  vi.advanceTimersByTime(900)
  process.emit('SIGTERM')
  expect(calls).toEqual(['stop'])

  vi.advanceTimersByTime(200)
  process.emit('SIGINT')
  expect(calls).toEqual(['stop', 'kill'])
})
