import { expect, test } from 'vitest'
import { nextToSend, type OutboxMessage, withFailure, withoutOutboxMessage } from './outbox-state.ts'

const message = (id: string, partnerId: number, failure: string | null = null): OutboxMessage => ({
  id,
  partnerId,
  content: id,
  createdAt: '2026-01-01T00:00:00.000Z',
  failure,
})

test('one message at a time is sent to each partner, oldest first, and failed ones are skipped', () => {
  const outbox = [message('a', 1), message('b', 1), message('c', 2, 'rejected'), message('d', 2), message('e', 3)]
  expect(nextToSend(outbox, new Set([3])).map(({ id }) => id)).toEqual(['a', 'd'])
})

test('a failure is set and cleared, and a sent message is removed', () => {
  const outbox = withFailure([message('a', 1)], 'a', 'Message too long')
  expect(outbox[0]?.failure).toBe('Message too long')
  expect(withFailure(outbox, 'a', null)[0]?.failure).toBeNull()
  expect(withoutOutboxMessage(outbox, 'a')).toEqual([])
})
