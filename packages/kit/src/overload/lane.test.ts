import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLane, type Lane, type Turn } from './lane.ts'

let now: number
let started: string[]
let lane: Lane
beforeEach(() => {
  now = 0
  started = []
  lane = createLane({ maxInFlight: 2, maxQueued: 2 }, () => now)
})

function enter(name: string, startBy = 1_000): (() => void) | null {
  return lane.enter({ startBy, start: () => void started.push(name) })
}

test('jobs start at once up to the limit, later ones in the order of arrival as others end', () => {
  const [endA, endB] = [enter('a'), enter('b'), enter('c'), enter('d')]
  expect(started).toEqual(['a', 'b'])
  expect([lane.inFlight(), lane.queued()]).toEqual([2, 2])
  endB?.()
  endA?.()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  expect([lane.inFlight(), lane.queued()]).toEqual([2, 0])
})

test('the reported time of a job does not include its wait', () => {
  const took: number[] = []
  lane = createLane({ maxInFlight: 1, maxQueued: 5, onEnd: (ms) => void took.push(ms) }, () => now)
  const [endA, endB] = [enter('a'), enter('b')]
  now = 100
  endA?.()
  now = 150
  endB?.()
  endB?.()
  expect(took).toEqual([100, 50])
})

test('a full queue accepts no more jobs', () => {
  for (const name of ['a', 'b', 'c', 'd']) expect(enter(name)).not.toBeNull()
  expect(enter('e')).toBeNull()
  expect(lane.queued()).toBe(2)
})

test('when a waiting job is cancelled, it never starts and makes room in the queue', () => {
  const [endA, , cancelC] = [enter('a'), enter('b'), enter('c'), enter('d')]
  cancelC?.()
  expect(enter('e')).not.toBeNull()
  endA?.()
  expect(started).toEqual(['a', 'b', 'd'])
})

test('a job that has waited too long is skipped', () => {
  const [endA] = [enter('a'), enter('b'), enter('late', 500), enter('d', 2_000)]
  now = 500
  endA?.()
  expect(started).toEqual(['a', 'b', 'd'])
})

test.each([500, 501, 502, 503, 504, 505, 506])(
  'a job that may start until %i starts at its turn or learns that it is late',
  (startBy) => {
    const outcomes: string[] = []
    lane = createLane({ maxInFlight: 1, maxQueued: 1 }, () => now++)
    const end = enter('a')
    const refuse = ({ isLate }: Turn) => isLate && outcomes.push('late') > 0
    lane.enter({ startBy, start: () => void outcomes.push('started'), refuse })
    now = 500
    end?.()
    expect(outcomes).toHaveLength(1)
  },
)

test('a job ends once, even if its end is reported twice', () => {
  const [endA] = [enter('a'), enter('b'), enter('c'), enter('d')]
  endA?.()
  endA?.()
  expect(started).toEqual(['a', 'b', 'c'])
  expect(lane.inFlight()).toBe(2)
})

test('a job can be refused when its turn comes, and the next one starts in its place', () => {
  const turns: unknown[] = []
  const refuse = (turn: unknown) => turns.push(turn) > 0
  const [endA] = [enter('a'), enter('b')]
  now = 100
  lane.enter({ startBy: 1_000, start: () => void started.push('refused'), refuse })
  now = 150
  lane.recordArrival()
  enter('d')
  now = 200
  endA?.()
  expect(started).toEqual(['a', 'b', 'd'])
  expect(turns).toEqual([{ isLate: false, waitedMs: 100, latestMs: 50, delay: { ms: 10, lastsMs: 100 } }])
})

test('a slow service gets fewer jobs at a time, and more again when it is fast', () => {
  const wide = createLane({ maxInFlight: 64, maxQueued: 10_000 }, () => now)
  const running: (() => void)[] = []
  const enter = () => {
    const end = wide.enter({ startBy: Number.POSITIVE_INFINITY, start: () => void running.push(() => end?.()) })
  }
  for (let i = 0; i < 2_000; i++) enter()
  const endEvery = (ms: number, times: number) => {
    for (let i = 0; i < times; i++) {
      now += ms
      running.shift()?.()
    }
  }
  endEvery(2, 200)
  expect(wide.inFlight()).toBe(64)
  endEvery(50, 200)
  expect(wide.inFlight()).toBeLessThan(20)
  endEvery(2, 200)
  expect(wide.inFlight()).toBe(64)
})

test('a job that waited starts in the async context in which it arrived', () => {
  const storage = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const job = { startBy: 1_000, start: () => void seen.push(storage.getStore()) }
  const [endA] = [enter('a'), enter('b')]
  storage.run('arrival', () => lane.enter(job))
  storage.run('another request', () => endA?.())
  expect(seen).toEqual(['arrival'])
})

describe('the delay', () => {
  test('is 0 while no job waits', () => {
    enter('a')
    now = 500
    expect(lane.recordArrival()).toEqual({ ms: 0, lastsMs: 0 })
  })

  test('is the time that all jobs take at the rate of the latest ends, until no job waits', () => {
    const wide = createLane({ maxInFlight: 1, maxQueued: 500 }, () => now)
    const ends = Array.from({ length: 300 }, () => wide.enter({ startBy: Number.POSITIVE_INFINITY, start: () => {} }))
    for (const end of ends.slice(0, 200)) {
      now += 10
      end?.()
    }
    expect(wide.queued()).toBe(99)
    expect(wide.recordArrival().ms).toBeCloseTo((1 + 99) * 10, 0)
    expect(wide.recordArrival().lastsMs).toBe(2_000)
    for (const end of ends.slice(200)) end?.()
    expect(wide.recordArrival()).toEqual({ ms: 0, lastsMs: 0 })
  })

  test('is 0 while the service has stopped: queue and deadlines bound the wait', () => {
    const narrow = createLane({ maxInFlight: 1, maxQueued: 500 }, () => now)
    const ends = Array.from({ length: 300 }, () => narrow.enter({ startBy: Number.POSITIVE_INFINITY, start: () => {} }))
    for (const end of ends.slice(0, 50)) {
      now += 10
      end?.()
    }
    now += 999
    expect(narrow.recordArrival().ms).toBeGreaterThan(1_000)
    now += 1
    expect(narrow.recordArrival()).toEqual({ ms: 0, lastsMs: 0 })
  })

  test('lasts again when a stopped service is back', () => {
    const wide = createLane({ maxInFlight: 1, maxQueued: 10 }, () => now)
    const ends = Array.from({ length: 5 }, () => wide.enter({ startBy: Number.POSITIVE_INFINITY, start: () => {} }))
    now = 3_000
    ends[0]?.()
    now = 3_010
    expect(wide.recordArrival().lastsMs).toBe(10)
  })

  test('starts anew after a pause', () => {
    const [end] = [enter('a'), enter('b'), enter('c', Number.POSITIVE_INFINITY), enter('d')]
    now = 3_000
    end?.()
    expect(lane.recordArrival().ms).toBeLessThan(10)
  })
})
