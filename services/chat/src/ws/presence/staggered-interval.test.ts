import { afterEach, expect, test, vi } from 'vitest'
import type { ClientSocket } from '../sockets/client-socket.ts'
import { createConnections } from '../sockets/connections.ts'
import { BUCKETS, staggeredInterval } from './staggered-interval.ts'

const EVERY_MS = 20_000
afterEach(() => void vi.useRealTimers())

test('every socket is visited once per interval, in buckets, all sockets of a user together', () => {
  vi.useFakeTimers()
  const users = Array.from({ length: 3 * BUCKETS }, (_, userId) => userId)
  const sockets = [...users, ...users].map((userId) => ({ userId }) as ClientSocket)
  const visits: number[][] = []
  const { stop } = staggeredInterval(
    { all: () => sockets, onOpen: (open) => open() },
    EVERY_MS,
    (sockets) => void visits.push(sockets.map(({ userId }) => userId)),
  )

  vi.advanceTimersByTime(EVERY_MS)
  expect(visits.map(({ length }) => length)).toEqual(Array(BUCKETS).fill(6))
  expect(visits.flat().toSorted((a, b) => a - b)).toEqual(users.flatMap((userId) => [userId, userId]))
  for (const visit of visits) expect(new Set(visit).size).toBe(3)

  const [first] = visits
  vi.advanceTimersByTime(EVERY_MS / BUCKETS)
  expect(visits.at(-1)).toEqual(first)
  stop()
  vi.advanceTimersByTime(EVERY_MS)
  expect(visits).toHaveLength(BUCKETS + 1)
})

test('there is a timer from the first socket to the last one, and again for the next one', () => {
  vi.useFakeTimers()
  const connections = createConnections()
  const visited: number[] = []
  const { stop } = staggeredInterval(connections, EVERY_MS, (sockets) => {
    visited.push(...sockets.map(({ userId }) => userId))
  })
  expect(vi.getTimerCount()).toBe(0)

  const [ada, ben] = [{ userId: 7 } as ClientSocket, { userId: 8 } as ClientSocket]
  connections.add(ada)
  connections.add(ben)
  vi.advanceTimersByTime(EVERY_MS)
  expect(visited).toEqual([7, 8])
  connections.remove(ada)
  vi.advanceTimersByTime(EVERY_MS)
  expect(visited).toEqual([7, 8, 8])
  connections.remove(ben)
  vi.advanceTimersByTime(EVERY_MS)
  expect([visited.length, vi.getTimerCount()]).toEqual([3, 0])

  connections.add(ada)
  vi.advanceTimersByTime(EVERY_MS)
  expect(visited).toEqual([7, 8, 8, 7])
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('few sockets need few timers, and a new socket is visited within one interval', () => {
  vi.useFakeTimers()
  const connections = createConnections()
  const visits: number[][] = []
  const { stop } = staggeredInterval(connections, EVERY_MS, (sockets) => {
    visits.push(sockets.map(({ userId }) => userId))
  })

  connections.add({ userId: 90 } as ClientSocket)
  connections.add({ userId: 5 } as ClientSocket)
  let timers = 0
  for (; visits.length < 2; timers++) vi.advanceTimersToNextTimer()
  expect(visits).toEqual([[5], [90]])
  expect(timers).toBeLessThan(BUCKETS / 8)

  connections.add({ userId: 2 } as ClientSocket)
  vi.advanceTimersByTime(EVERY_MS)
  expect(visits.slice(2)).toEqual([[5, 2], [90]])
  stop()
})
