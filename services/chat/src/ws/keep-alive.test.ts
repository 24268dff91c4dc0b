import { HEARTBEAT_MS, PING_MISSES, PING_MS } from '@zing/proto/limits'
import { afterEach, expect, test, vi } from 'vitest'
import { keepAlive } from './keep-alive.ts'
import type { Session } from './session.ts'

afterEach(() => void vi.useRealTimers())

/** A socket whose other side answers pings or does not. */
function socketOf(userId: number, { isConfirmed = true, answers = true } = {}) {
  const calls: string[] = []
  const session = {
    userId,
    isConfirmed,
    missedPongs: 0,
    ping() {
      calls.push('ping')
      if (!answers) session.missedPongs += 1
    },
    send: ({ type }: { type: string }) => void calls.push(type),
    terminate: () => void calls.push('terminate'),
  }
  return { session: session as unknown as Session, calls } // all that keeping alive uses
}

function timesOf(calls: string[], call: string): number {
  return calls.filter((one) => one === call).length
}

test('everybody is pinged and hears that we live; who has not said AUTH hears nothing yet', () => {
  vi.useFakeTimers()
  const [confirmed, silent] = [socketOf(7), socketOf(8, { isConfirmed: false })]
  const kept = keepAlive({ all: () => [confirmed.session, silent.session] })
  vi.advanceTimersByTime(2 * HEARTBEAT_MS)
  kept.stop()
  expect(timesOf(confirmed.calls, 'HEARTBEAT')).toBe(2)
  expect(timesOf(confirmed.calls, 'ping')).toBeGreaterThanOrEqual(Math.floor((2 * HEARTBEAT_MS) / PING_MS))
  expect([timesOf(silent.calls, 'HEARTBEAT'), timesOf(silent.calls, 'ping')]).toEqual([
    0,
    timesOf(confirmed.calls, 'ping'),
  ])
  expect([confirmed, silent].map(({ calls }) => timesOf(calls, 'terminate'))).toEqual([0, 0])
})

test('who does not answer two pings is dead by the third', () => {
  vi.useFakeTimers()
  const dead = socketOf(7, { answers: false })
  const kept = keepAlive({ all: () => [dead.session] })
  vi.advanceTimersByTime((PING_MISSES + 1) * PING_MS)
  kept.stop()
  expect(dead.calls.filter((call) => call !== 'HEARTBEAT')).toEqual(['ping', 'ping', 'terminate'])
})
