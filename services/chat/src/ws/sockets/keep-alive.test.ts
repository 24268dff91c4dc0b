import { HEARTBEAT_MS, PING_MISSES, PING_MS } from '@zing/proto/limits'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClientSocket } from './client-socket.ts'
import { keepAlive } from './keep-alive.ts'

afterEach(() => void vi.useRealTimers())

const onOpen = (open: () => void) => open()
const count = () => 2

/** Creates a socket that counts calls and may miss pongs. */
function createTestSocket(userId: number, { isConnected = true, hasPongs = true } = {}) {
  const calls: string[] = []
  const socket = {
    userId,
    isConnected,
    missedPongs: 0,
    ping() {
      calls.push('ping')
      if (!hasPongs) socket.missedPongs += 1
    },
    send: ({ type }: { type: string }) => void calls.push(type),
    terminate: () => void calls.push('terminate'),
  }
  return { socket: socket as unknown as ClientSocket, calls } // the part that keepAlive uses
}

function timesOf(calls: string[], call: string): number {
  return calls.filter((made) => made === call).length
}

test('every socket is pinged, and every connected one gets heartbeats', () => {
  vi.useFakeTimers()
  const [connected, silent] = [createTestSocket(7), createTestSocket(8, { isConnected: false })]
  const timers = keepAlive({ onOpen, count, all: () => [connected.socket, silent.socket] })
  vi.advanceTimersByTime(2 * HEARTBEAT_MS)
  timers.stop()
  expect(timesOf(connected.calls, 'HEARTBEAT')).toBe(2)
  expect(timesOf(connected.calls, 'ping')).toBeGreaterThanOrEqual(Math.floor((2 * HEARTBEAT_MS) / PING_MS))
  expect([timesOf(silent.calls, 'HEARTBEAT'), timesOf(silent.calls, 'ping')]).toEqual([
    0,
    timesOf(connected.calls, 'ping'),
  ])
  expect([connected, silent].map(({ calls }) => timesOf(calls, 'terminate'))).toEqual([0, 0])
})

test('SEC-86 a socket that misses two pongs is terminated at the third ping', () => {
  vi.useFakeTimers()
  const dead = createTestSocket(7, { hasPongs: false })
  const timers = keepAlive({ onOpen, count, all: () => [dead.socket] })
  vi.advanceTimersByTime((PING_MISSES + 1) * PING_MS)
  timers.stop()
  expect(dead.calls.filter((call) => call !== 'HEARTBEAT')).toEqual(['ping', 'ping', 'terminate'])
})
