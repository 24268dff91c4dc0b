import { expect, test } from 'vitest'
import { nextToSend, type OutboxMessage, retryAfterMs, withFailure, withoutOutboxMessage } from './outbox-state.ts'

const unsent = (id: string, partnerId: number, failure: string | null = null): OutboxMessage => ({
  id,
  partnerId,
  content: id,
  createdAt: '2026-01-01T00:00:00.000Z',
  failure,
})

test('to each partner goes one at a time, the oldest first; what failed lets the others pass', () => {
  const outbox = [unsent('a', 1), unsent('b', 1), unsent('c', 2, 'refused'), unsent('d', 2), unsent('e', 3)]
  expect(nextToSend(outbox, new Set([3])).map(({ id }) => id)).toEqual(['a', 'd'])
})

test('a failure is noted and taken back, and what was sent leaves', () => {
  const outbox = withFailure([unsent('a', 1)], 'a', 'Message too long')
  expect(outbox[0]?.failure).toBe('Message too long')
  expect(withFailure(outbox, 'a', null)[0]?.failure).toBeNull()
  expect(withoutOutboxMessage(outbox, 'a')).toEqual([])
})

test('waits grow to half a minute', () => {
  expect([1, 2, 3, 10].map(retryAfterMs)).toEqual([1_000, 2_000, 4_000, 30_000])
})
