import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from './session.ts'
import { BUCKETS, staggeredInterval } from './staggered-interval.ts'

const EVERY_MS = 20_000
afterEach(() => void vi.useRealTimers())

test('every socket is visited once per interval, in buckets, all sockets of a user together', () => {
  vi.useFakeTimers()
  const users = Array.from({ length: 3 * BUCKETS }, (_, userId) => userId)
  const sockets = [...users, ...users].map((userId) => ({ userId }) as Session)
  const visits: number[][] = []
  const { stop } = staggeredInterval(
    { all: () => sockets },
    EVERY_MS,
    (sessions) => void visits.push(sessions.map(({ userId }) => userId)),
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
