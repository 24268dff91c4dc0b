import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import type { PageRecord } from '../history.ts'
import { checkStatuses } from './statuses.ts'

function page(from: number, to: number, status: Message['status'], reader = 1): PageRecord {
  const fields = { content: 'x', createdAt: '2026-01-01T00:00:00.000Z', read: false }
  const message: Message = { kind: 'text', id: 7, seq: 1, senderId: 1, receiverId: 2, ...fields, status }
  return { type: 'page', reader, partner: 2, from, to, after: 0, limit: 50, isNewest: true, messages: [message] }
}

test('rising statuses, and calls that overlap, break nothing', () => {
  expect(checkStatuses([page(0, 1, 'sent'), page(2, 3, 'delivered'), page(4, 5, 'read')])).toEqual([])
  expect(checkStatuses([page(0, 10, 'sent'), page(5, 8, 'delivered')])).toEqual([])
})

test('INV-5 when a later call shows a lower status to the same reader, it is found', () => {
  expect(checkStatuses([page(0, 1, 'read'), page(2, 3, 'delivered')])).toMatchObject([{ invariant: 'INV-5' }])
  expect(checkStatuses([page(0, 1, 'delivered'), page(0, 1, 'read'), page(2, 3, 'sent')])).toHaveLength(1)
  expect(checkStatuses([page(0, 1, 'read', 1), page(2, 3, 'sent', 2)])).toEqual([])
})
