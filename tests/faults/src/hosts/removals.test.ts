import { expect, test } from 'vitest'
import type { CallRecord, CloseRecord, HistoryRecord } from '../history.ts'
import { checkRemovals, formatRemovals, removalsOf } from './removals.ts'

const removal: HistoryRecord = { type: 'removal', host: 'host-1', from: 1_000, to: 9_000 }
const close = (user: number, at: number): CloseRecord => ({ type: 'close', user, at, code: 1012 })
const call = (status: number): CallRecord => ({
  ...{
    type: 'call',
    op: 'send',
    user: 1,
    key: 'k',
    from: 2_000,
    to: 2_010,
    status,
    isUpload: false,
    hasValidBody: true,
  },
  outcome: status === 201 ? 'ok' : 'unknown',
})

test('when no call fails and each client reconnects once, nothing is wrong', () => {
  const records = [removal, call(201), close(1, 2_000), close(2, 2_000), close(1, 20_000)]
  expect(checkRemovals(records)).toEqual([])
  expect(formatRemovals(removalsOf(records))).toBe(
    '1 hosts taken out, 1 calls, failed: none, reconnects of a client: 1.',
  )
})

test('INV-8 when a call fails, it is found', () => {
  expect(checkRemovals([removal, call(503)])).toMatchObject([{ invariant: 'INV-8', text: '1 calls got 503' }])
})

test('INV-9 when a client reconnects twice for one host, it is found', () => {
  expect(checkRemovals([removal, close(1, 2_000), close(1, 5_000)])).toMatchObject([{ invariant: 'INV-9' }])
})
