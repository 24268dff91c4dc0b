import { expect, test } from 'vitest'
import type { CallRecord, FaultRecord, HistoryRecord } from '../../history.ts'
import type { FaultKind } from '../../nemesis/fault.ts'
import { checkIsolation } from './isolation.ts'

function call(op: string, from: number, change: Partial<CallRecord> = {}): CallRecord {
  const base = { user: 1, key: 'k', from, to: from + 10, status: 503, outcome: 'unknown' } as const
  return { type: 'call', op, ...base, isUpload: false, hasValidBody: true, ...change }
}

function away(target: string, kind: FaultKind = 'kill', from = 20_000, to = 30_000): FaultRecord {
  return { type: 'fault', fault: { kind, target, at: 0, ms: 0 }, from, to }
}

/** Enough calls for the gateway to know user 1. */
const known = Array.from({ length: 25 }, (_, n) => call('page', 10_000 + n * 200, { status: 200, outcome: 'ok' }))
const check = (...records: HistoryRecord[]) => checkIsolation([...known, ...records]).length

test.each([
  ['auth', ['send', 'page', 'newest page', 'read', 'block', 'like', 'unlike'], ['profile', 'register']],
  ['social', ['send', 'page', 'newest page', 'read', 'block', 'profile', 'register'], ['like', 'matches']],
  ['chat', ['like', 'unlike', 'profile', 'register'], ['send', 'page', 'block']],
  ['admin', ['send', 'like', 'profile', 'register', 'block', 'matches'], []],
  ['nats-server', ['send', 'page', 'like', 'profile', 'register', 'block'], ['matches']],
  ['redis-server', ['send', 'like', 'profile', 'register', 'matches'], []],
  ['embedded-mongo', [], ['send', 'like', 'profile']],
  ['gateway', [], ['send', 'like']],
])('INV-11 without %s, %s have a certain outcome; %s need it', (target, goOn, need) => {
  for (const op of goOn) expect([op, check(away(target), call(op, 25_000))]).toEqual([op, 1])
  for (const op of need) expect([op, check(away(target), call(op, 25_000))]).toEqual([op, 0])
})

test('INV-11 when one of two processes ends, it disturbs nothing once its end is noticed', () => {
  expect(check(away('chat-1'), call('send', 25_000))).toBe(1)
  expect(check(away('chat-1', 'pause'), call('send', 22_900))).toBe(0)
  expect(check(away('chat-1', 'pause'), call('send', 23_100))).toBe(1)
})

test('failures in the first second, outside the fault, or by a rate limit are tolerated', () => {
  expect(check(away('admin'), call('send', 19_900), call('send', 20_900), call('send', 30_100))).toBe(0)
  expect(check(away('admin'), call('send', 25_000, { status: 429 }))).toBe(0)
})

test('a failure of a session that the gateway does not know yet, or no longer, is tolerated', () => {
  expect(check(away('auth'), call('send', 25_000, { user: 2 }))).toBe(0)
  expect(check(away('gateway', 'kill', 14_000, 15_000), away('auth'), call('send', 25_000))).toBe(0)
  expect(check(away('admin'), call('register', 25_000, { user: 0 }))).toBe(1)
})

test('failures that an earlier or a second fault explains are tolerated', () => {
  expect(check(call('send', 19_000), away('admin'), call('send', 25_000))).toBe(0)
  expect(check(away('admin'), away('chat'), call('send', 25_000))).toBe(0)
  expect(check(away('admin'), away('social'), call('send', 25_000))).toBe(1)
})

test('a connection that is cut takes no process away', () => {
  expect(check(away('admin', 'cut'), call('send', 25_000))).toBe(0)
})

test('a refusal by busy processors is tolerated, and no other failure is', () => {
  const load = (at: number, idleShare: number) => ({ type: 'load', at, idleShare, thinkFactor: 1 }) as const
  const failed = (status: number) => call('send', 25_000, { status })
  expect(check(away('admin'), load(24_000, 0.01), failed(503))).toBe(0)
  expect(check(away('admin'), load(25_900, 0.01), failed(503))).toBe(0)
  expect(check(away('admin'), load(24_000, 0.01), failed(0))).toBe(1)
  expect(check(away('admin'), load(22_000, 0.01), load(24_000, 0.2), failed(503))).toBe(1)
})
