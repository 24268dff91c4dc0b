import { describe, expect, test } from 'vitest'
import { createLane } from './lane.ts'
import { isOutdated, isOverloaded, MESSAGE_MAX_DELAY_MS, ORDINARY_CALLS, startBy } from './overload.ts'

const { deadlineMs } = ORDINARY_CALLS
const GOOD_MS = 2_000
const WARM_UP_SECONDS = 5
const SECONDS = 20

interface Outcome {
  at: number
  ms: number
  isAccepted: boolean
}

interface Model {
  /** Calls per second that arrive, at a second of the measurement. */
  arrivals(second: number): number
  /** Calls per second that the service can carry. */
  capacity(second: number): number
}

/**
 * Runs a lane and its admission against a service that works on one call after another. Clients keep their rate, whatever
 * happens to them. The lane knows the service's speed from an earlier overload.
 */
function simulate({ arrivals, capacity }: Model) {
  let now = 0
  let due = 0
  let work = 0
  const lane = createLane(ORDINARY_CALLS, () => now)
  const outcomes: Outcome[] = []
  const serving: (() => void)[] = []
  const deadlines = new Set<{ at: number; leave(): void }>()

  function call(): void {
    const at = now
    const finish = (isAccepted: boolean) => outcomes.push({ at, ms: now - at, isAccepted })
    if (isOverloaded(lane.recordArrival(), MESSAGE_MAX_DELAY_MS)) return void finish(false)
    let isDone = false
    const deadline = { at: at + deadlineMs, leave: () => end(false) }
    function end(isAccepted: boolean): void {
      if (isDone) return
      isDone = true
      deadlines.delete(deadline)
      finish(isAccepted)
      leave?.()
    }
    deadlines.add(deadline)
    const leave = lane.enter({
      startBy: startBy(at + deadlineMs, deadlineMs),
      start: () => void serving.push(() => end(true)),
      refuse(turn) {
        const isRefused = turn.isLate || isOutdated(turn, MESSAGE_MAX_DELAY_MS)
        if (isRefused) end(false)
        return isRefused
      },
    })
    if (!leave) end(false)
  }

  function run(seconds: number, { arrivals, capacity }: Model): void {
    const end = now + seconds * 1_000
    for (const begin = now; now < end; now++) {
      const second = (now - begin) / 1_000
      for (due += arrivals(second) / 1_000; due >= 1; due--) call()
      for (const { at, leave } of deadlines) if (at <= now) leave()
      work = serving.length > 0 ? work + capacity(second) / 1_000 : 0
      for (; work >= 1 && serving.length > 0; work--) serving.shift()?.()
    }
  }

  const speed = capacity(0)
  run(WARM_UP_SECONDS, { arrivals: () => 3 * speed, capacity: () => speed })
  run(WARM_UP_SECONDS, { arrivals: () => 0, capacity: () => speed })
  outcomes.length = 0
  run(SECONDS, { arrivals, capacity })
  run(WARM_UP_SECONDS, { arrivals: () => 0, capacity: () => speed })
  return resultOf(outcomes)
}

function resultOf(outcomes: Outcome[]) {
  const accepted = outcomes.filter(({ isAccepted }) => isAccepted).map(({ ms }) => ms)
  const refused = outcomes.filter(({ isAccepted }) => !isAccepted).map(({ ms }) => ms)
  return {
    goodPerSecond: accepted.filter((ms) => ms <= GOOD_MS).length / SECONDS,
    acceptedP99: percentile(accepted, 0.99),
    refused: refused.length,
    refusedP95: percentile(refused, 0.95),
    slowest: outcomes.reduce((longest, { ms }) => Math.max(longest, ms), 0),
  }
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

describe.each([
  ['fast', 500],
  ['at half the speed', 250],
  ['at a tenth', 50],
])('a service that is %s', (_name, speed) => {
  test('three times its calls: goodput is 70 %, accepted calls take 2 s, refusals 100 ms', () => {
    const result = simulate({ arrivals: () => 3 * speed, capacity: () => speed })
    expect(result.goodPerSecond).toBeGreaterThan(0.7 * speed)
    expect(result.acceptedP99).toBeLessThan(2_000)
    expect(result.refusedP95).toBeLessThan(100)
  })

  test('a load that grows slowly to three times its calls costs no more', () => {
    const result = simulate({ arrivals: (second) => (3 * speed * second) / SECONDS, capacity: () => speed })
    const offered = speed * (SECONDS / 3 / 2 + (2 * SECONDS) / 3) // in full up to its speed, then as much as it can
    expect(result.goodPerSecond * SECONDS).toBeGreaterThan(0.7 * offered)
    expect(result.acceptedP99).toBeLessThan(2_000)
    expect(result.refusedP95).toBeLessThan(100)
  })

  test('nothing is refused below its capacity, nor from a burst of one second', () => {
    const { refused } = simulate({
      arrivals: (second) => (second >= 10 && second < 10.5 ? 2 * speed : speed / 2),
      capacity: () => speed,
    })
    expect(refused).toBe(0)
  })
})

test('when a service slows down to a tenth during an overload, accepted calls still take 2 s', () => {
  const capacity = (second: number) => (second < 5 ? 500 : 50)
  const { goodPerSecond, acceptedP99 } = simulate({ arrivals: () => 600, capacity })
  expect(goodPerSecond).toBeGreaterThan(0.7 * ((5 * 500 + (SECONDS - 5) * 50) / SECONDS))
  expect(acceptedP99).toBeLessThan(2_000)
})

test('INV-8 after a pause an overloaded service serves as before, and every call ends in time', () => {
  const speed = 250
  const capacity = (second: number) => (second >= 10 && second < 12 ? 0 : speed)
  const { goodPerSecond, slowest } = simulate({ arrivals: () => 3 * speed, capacity })
  expect(goodPerSecond).toBeGreaterThan((0.7 * speed * (SECONDS - 2)) / SECONDS)
  expect(slowest).toBeLessThan(5_000)
})
