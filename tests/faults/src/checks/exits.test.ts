import { expect, test } from 'vitest'
import type { FaultRecord, HistoryRecord } from '../history.ts'
import { checkExits } from './exits.ts'

const fill: FaultRecord = {
  type: 'fault',
  fault: { kind: 'fill', target: 'nats-server', at: 0, ms: 0 },
  from: 10_000,
  to: 20_000,
}
const exit = (at: number, isUnhealthy: boolean): HistoryRecord => ({
  type: 'exit',
  name: 'nats-server',
  at,
  isUnhealthy,
})

test('INV-8 a process that ends itself is found, unless a health check ends it for a full disk', () => {
  expect(checkExits([fill, exit(15_000, true), exit(22_000, true)])).toEqual([])
  expect(checkExits([fill, exit(15_000, false)])).toHaveLength(1)
  expect(checkExits([fill, exit(9_000, true), exit(36_000, true)])).toHaveLength(2)
})
