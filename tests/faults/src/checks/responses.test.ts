import { expect, test } from 'vitest'
import type { CallRecord, FaultRecord } from '../history.ts'
import { checkResponses, slowestResponse } from './responses.ts'

function call(change: Partial<CallRecord> = {}): CallRecord {
  const base = { op: 'send', user: 1, key: 'k', from: 1_000, to: 1_010, status: 201, outcome: 'ok' } as const
  return { type: 'call', ...base, isUpload: false, hasValidBody: true, ...change }
}

function fault(target: string, from: number, to: number): FaultRecord {
  return { type: 'fault', fault: { kind: 'kill', target, at: 0, ms: 0 }, from, to }
}

test('responses in time and 503 break nothing', () => {
  expect(checkResponses([call(), call({ status: 503, outcome: 'unknown' }), call({ to: 5_900 })])).toEqual([])
  expect(checkResponses([call({ isUpload: true, to: 15_000 })])).toEqual([])
})

test.each([
  ['a response that takes too long', call({ to: 7_001 })],
  ['an upload that takes too long', call({ isUpload: true, to: 17_001 })],
  ['a missing response', call({ status: 0, outcome: 'unknown' })],
  ['a 500', call({ status: 500, outcome: 'unknown' })],
  ['a 502', call({ status: 502, outcome: 'unknown' })],
  ['a body that is not JSON', call({ hasValidBody: false })],
])('INV-8 %s is found', (_what, record) => {
  expect(checkResponses([record])).toMatchObject([{ invariant: 'INV-8' }])
})

test('when its gateway is unavailable, a call may get no response', () => {
  const lost = call({ status: 0, outcome: 'unknown' })
  expect(checkResponses([lost, fault('gateway-1', 900, 1_100)])).toEqual([])
  expect(checkResponses([lost, fault('chat', 900, 1_100)])).toHaveLength(1)
})

test('when a host is gone, the balancer may cut its connections', () => {
  const lost = call({ status: 0, outcome: 'unknown' })
  expect(checkResponses([lost, fault('host-1', 900, 9_000)])).toEqual([])
  expect(checkResponses([lost, fault('host-1', 4_000, 9_000)])).toHaveLength(1)
})

test('the slowest response leaves out uploads, and calls to an unavailable gateway', () => {
  const paused = fault('gateway', 50_000, 60_000)
  const calls = [call({ to: 3_000 }), call({ isUpload: true, to: 9_000 }), call({ from: 50_500, to: 60_000 })]
  expect(slowestResponse([...calls, paused])).toBe(2_000)
})
