import { expect, test } from 'vitest'
import type { HistoryRecord } from '../../history.ts'
import { pushesInFlight } from './pushes-in-flight.ts'

const fault = (kind: 'kill' | 'pause', target: string, from: number): HistoryRecord => {
  return { type: 'fault', fault: { kind, target, at: 0, ms: 1_000 }, from, to: from + 1_000 }
}
const pushed = (confirmedAt: number, receivedAt?: number) => ({ confirmedAt, receivedAt })

test('a push is in flight from the confirmation of its cause to its first arrival', () => {
  const pushes = [pushed(0, 900), pushed(500, 9_000), pushed(900, 4_000), pushed(1_001, 2_000)]
  expect(pushesInFlight([fault('kill', 'social', 1_000)], pushes)).toEqual([
    { fault: 'kill social', times: 1, inFlight: 2, longestMs: 8_500 },
  ])
})

test('faults of one kind add up across processes, and a push that never arrived has no time', () => {
  const records = [fault('kill', 'social-1', 1_000), fault('kill', 'social-2', 5_000), fault('pause', 'chat', 5_000)]
  expect(pushesInFlight(records, [pushed(900, 1_200), pushed(4_000)])).toEqual([
    { fault: 'kill social', times: 2, inFlight: 2, longestMs: 300 },
    { fault: 'pause chat', times: 1, inFlight: 1, longestMs: 0 },
  ])
})
