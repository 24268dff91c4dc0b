import { expect, test } from 'vitest'
import type { CallRecord, FaultRecord, HistoryRecord } from '../history.ts'
import { checkFailovers, failoversOf } from './failovers.ts'

const lost: FaultRecord = {
  type: 'fault',
  fault: { kind: 'kill', target: 'host-1', at: 0, ms: 0 },
  from: 1_000,
  to: 9_000,
}
const silent: FaultRecord = { ...lost, fault: { ...lost.fault, kind: 'silence' } }

function send(key: string, from: number, to: number, outcome: CallRecord['outcome'] = 'ok'): CallRecord {
  const status = outcome === 'ok' ? 201 : 503
  return { type: 'call', op: 'send', user: 1, key, from, to, status, outcome, isUpload: false, hasValidBody: true }
}

function quick(count: number): CallRecord[] {
  return Array.from({ length: count }, (_, index) => send(`quick${index}`, 2_000, 2_100))
}

test('a write counts from its first attempt, or from the fault, to its confirmation', () => {
  const records = [send('a', 500, 3_000, 'unknown'), send('a', 3_500, 4_000), send('b', 2_000, 2_500), lost]
  expect(failoversOf(records)).toMatchObject([{ kind: 'kill', writes: 2, soonShare: 1, longestMs: 3_000 }])
})

test.each<[string, HistoryRecord[]]>([
  ['one in twenty takes longer than 5 s', [lost, ...quick(40), send('a', 1_500, 10_000)]],
  ['a silent host delays writes by 15 s', [silent, send('a', 1_500, 16_000)]],
  [
    'a message that is sent once fails, and the next one does not',
    [lost, send('a', 1_500, 1_600, 'unknown'), send('b', 2_000, 2_100)],
  ],
  [
    'a message that is sent once fails, and its user sends the next one much later',
    [lost, send('a', 1_500, 1_600, 'unknown'), send('b', 30_000, 30_100)],
  ],
  ['two of three hosts are gone', [lost, lost, send('a', 1_500, 60_000)]],
])('INV-8 when %s, nothing is wrong', (_what, records) => {
  expect(checkFailovers(records)).toEqual([])
})

test('when the processors were busy, a late write proves nothing', () => {
  const busy = { type: 'load', at: 9_000, idleShare: 0, thinkFactor: 4 } as const
  expect(checkFailovers([lost, busy, send('a', 1_500, 60_000)])).toEqual([])
})

test.each<[string, HistoryRecord[]]>([
  ['more than one in twenty takes longer than 5 s', [lost, ...quick(10), send('a', 1_500, 10_000)]],
  ['one takes longer than 12 s', [lost, ...quick(40), send('a', 1_500, 15_000)]],
  ['a silent host delays one by more than 15 s', [silent, ...quick(40), send('a', 1_500, 18_000)]],
  [
    'one is never confirmed',
    [lost, ...quick(40), send('a', 3_000, 3_100, 'unknown'), send('a', 17_000, 17_100, 'unknown')],
  ],
  [
    'one fails under a new key each time',
    [
      lost,
      ...quick(40),
      send('a', 2_200, 2_300, 'unknown'),
      send('b', 17_000, 17_100, 'unknown'),
      send('c', 17_200, 17_300),
    ],
  ],
])('INV-8 when of the writes %s, it is found', (_what, records) => {
  expect(checkFailovers(records)).toMatchObject([{ invariant: 'INV-8' }])
})
