import { beforeEach, expect, test } from 'vitest'
import { createHostLimits, type HostLimits } from './host-limits.ts'

let time: number
let limits: HostLimits

beforeEach(() => {
  time = 1_000_000
  limits = createHostLimits({ now: () => time, random: () => 0 })
})

const fine = { isAvailable: true, tookMs: 20 }
const failed = { isAvailable: false, tookMs: 10 }

/** Begins all requests that the host may get at a time, and counts them. */
function beginAll(host: string): number {
  let count = 0
  while (limits.begin(host, 1) === 0) count += 1
  return count
}

function fail(host: string, times: number): void {
  for (let i = 0; i < times; i++) {
    expect(limits.begin(host, 1)).toBe(0)
    limits.end(host, failed)
  }
}

test('a new host gets four requests at a time; others ask again soon, then less and less often', () => {
  expect(beginAll('slow.example')).toBe(4)
  expect([1, 2, 3, 1_000].map((attempt) => limits.begin('slow.example', attempt))).toEqual([500, 1_000, 1_500, 30_000])
  expect(limits.begin('other.example', 1)).toBe(0)
})

test('a fast host gets up to 48 requests at a time, and a slow host no more than before', () => {
  for (let i = 0; i < 100; i++) {
    limits.begin('fast.example', 1)
    limits.end('fast.example', fine)
    limits.begin('slow.example', 1)
    limits.end('slow.example', { isAvailable: true, tookMs: 3_000 })
  }
  expect([beginAll('fast.example'), beginAll('slow.example')]).toEqual([48, 4])
})

test('after three failures in a row, a host pauses for 5 s, then for twice the time', () => {
  fail('down.example', 3)
  expect(limits.begin('down.example', 1)).toBe(5_000)
  expect(limits.begin('other.example', 1)).toBe(0)
  time += 5_000
  expect(beginAll('down.example')).toBe(1)
  limits.end('down.example', failed)
  expect(limits.begin('down.example', 1)).toBe(10_000)
  time += 10_000
  expect(limits.begin('down.example', 1)).toBe(0)
  limits.end('down.example', fine)
  expect(beginAll('down.example')).toBeGreaterThanOrEqual(4)
})

test('when a request began before a pause, its failure does not lengthen the pause', () => {
  for (let i = 0; i < 44; i++) {
    limits.begin('busy.example', 1)
    limits.end('busy.example', fine)
  }
  expect(beginAll('busy.example')).toBe(48)
  for (let i = 0; i < 48; i++) {
    time += 1
    limits.end('busy.example', { isAvailable: false, tookMs: 10_000 })
  }
  expect(limits.begin('busy.example', 1)).toBe(5_000 - 45) // since the third failure
  time += 5_000
  expect(limits.begin('busy.example', 1)).toBe(0)
  limits.end('busy.example', failed)
  expect(limits.begin('busy.example', 1)).toBe(10_000)
})

test('a host that is unavailable for long is tried every five minutes', () => {
  for (let i = 0; i < 20; i++) {
    time += 5 * 60 * 1_000
    fail('down.example', 1)
  }
  expect(limits.begin('down.example', 1)).toBe(300_000)
})

test('a host can ask for a longer pause, up to five minutes', () => {
  fail('busy.example', 2)
  limits.begin('busy.example', 1)
  limits.end('busy.example', { ...failed, retryAfterMs: 60_000 })
  expect(limits.begin('busy.example', 1)).toBe(60_000)
})

test('single failures between successes are no reason for a pause', () => {
  for (let i = 0; i < 10; i++) {
    fail('flaky.example', 2)
    limits.begin('flaky.example', 1)
    limits.end('flaky.example', fine)
  }
  expect(limits.begin('flaky.example', 1)).toBe(0)
})
