import { expect, test } from 'vitest'
import type { CallRecord, CloseRecord, FaultRecord, FrameRecord } from '../history.ts'
import { checkRecovery, recoveries } from './recovery.ts'

function call(from: number, to: number, outcome: CallRecord['outcome'] = 'unknown', op = 'send'): CallRecord {
  const base = { user: 1, key: 'k', status: outcome === 'ok' ? 201 : 503, isUpload: false, hasValidBody: true }
  return { type: 'call', op, from, to, outcome, ...base }
}

function fault(target: string, from: number, to: number): FaultRecord {
  return { type: 'fault', fault: { kind: 'kill', target, at: 0, ms: 0 }, from, to }
}

const closed = (user: number, at: number): CloseRecord => ({ type: 'close', user, at, code: 1006 })
const connected = (user: number, at: number): FrameRecord => ({
  type: 'frame',
  user,
  at,
  frame: { type: 'CONNECTED', userId: user },
})

test('the recovery lasts until the last failed call before the next fault', () => {
  const records = [
    ...[fault('chat-1', 0, 1_000), call(500, 900), call(1_500, 2_500), call(2_600, 2_700, 'ok')],
    ...[fault('nats-server', 20_000, 21_000)],
  ]
  expect(recoveries(records)).toEqual([
    { kind: 'kill chat', callsMs: 1_500, socketsMs: 0 },
    { kind: 'kill nats-server', callsMs: 0, socketsMs: 0 },
  ])
  expect(checkRecovery(records)).toEqual([])
})

test('INV-8 a failing operation counts until the next fault, and other operations do not hide it', () => {
  const failing = [fault('chat', 0, 1_000), call(1_500, 1_600), call(2_000, 2_100, 'ok', 'like')]
  const until = (next: number) => [...failing, fault('nats-server', next, next + 1)]
  expect(recoveries(until(8_000))[0]).toEqual({ kind: 'kill chat', callsMs: 7_000, socketsMs: 0 })
  expect(checkRecovery(until(13_000))).toEqual([])
  expect(checkRecovery(until(13_001))).toMatchObject([{ invariant: 'INV-8' }])
  expect(checkRecovery([...failing, call(13_000, 13_001)])).toMatchObject([{ invariant: 'INV-8' }])
})

test('a refusal counts on an idle machine, and not while the processors are busy', () => {
  const records = [fault('chat', 0, 1_000), call(13_500, 13_510), call(14_000, 14_100, 'ok')]
  const load = (idleShare: number) => ({ type: 'load', at: 13_000, idleShare, thinkFactor: 4 }) as const
  expect(checkRecovery([...records, load(0.01)])).toEqual([])
  expect(checkRecovery([...records, load(0.2)])).toMatchObject([{ invariant: 'INV-8' }])
})

test('a socket closed as overloaded does not count on busy processors, any other closed one does', () => {
  const load = { type: 'load', at: 14_000, idleShare: 0.01, thinkFactor: 4 } as const
  const until = (code: number) => [
    ...[connected(1, 0), fault('gateway', 1_000, 3_000), load],
    ...[{ ...closed(1, 14_500), code }, connected(1, 15_600)],
  ]
  expect(checkRecovery(until(1013))).toEqual([])
  expect(checkRecovery(until(1006))).toMatchObject([{ invariant: 'INV-9' }])
})

test('when the next fault interrupts a call, the call belongs to that fault', () => {
  const records = [fault('chat', 0, 1_000), call(6_900, 7_100), fault('nats-server', 7_000, 8_000)]
  expect(recoveries(records)[0]).toEqual({ kind: 'kill chat', callsMs: 0, socketsMs: 0 })
})

test('sockets recover when the last one reconnects, whether the fault or its end closed it', () => {
  const records = [
    ...[connected(1, 0), connected(2, 0), fault('gateway', 1_000, 3_000)],
    ...[closed(1, 1_010), connected(1, 4_000), closed(2, 3_500), connected(2, 5_000)],
  ]
  expect(recoveries(records)).toEqual([{ kind: 'kill gateway', callsMs: 0, socketsMs: 2_000 }])
})

test('INV-9 a socket that reconnects too late, or never, is found', () => {
  const records = [connected(1, 0), closed(1, 1_010), fault('gateway', 1_000, 3_000)]
  expect(checkRecovery([...records, connected(1, 15_001)])).toMatchObject([{ invariant: 'INV-9' }])
  expect(checkRecovery(records)).toMatchObject([{ invariant: 'INV-9' }])
  expect(checkRecovery([...records, connected(1, 15_000)])).toEqual([])
})

test('faults that happen together have one recovery', () => {
  const records = [
    fault('nats-server', 0, 1_000),
    fault('social', 0, 1_000),
    call(1_100, 1_900),
    call(2_000, 2_010, 'ok'),
  ]
  expect(recoveries(records)).toEqual([{ kind: 'kill nats-server + kill social', callsMs: 900, socketsMs: 0 }])
})
