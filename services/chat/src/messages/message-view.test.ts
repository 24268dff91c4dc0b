import { expect, test } from 'vitest'
import { keyOf, statusOf, toMessage, unreadOf, withSeq } from './message-view.ts'

const at = new Date('2026-01-01T00:00:00Z')
const pending = (id: number) => ({ id, senderId: 1, content: `n${id}`, createdAt: at })
const conversation = { members: [1, 2], read: { lo: 0, hi: 1 }, delivered: { lo: 0, hi: 2 } }

test('the last pending message has the seq of the conversation, earlier ones count down', () => {
  expect(withSeq({ seq: 7, pending: [pending(5), pending(6), pending(9)] }).map(({ id, seq }) => [id, seq])).toEqual([
    [5, 5],
    [6, 6],
    [9, 7],
  ])
  expect(withSeq({ seq: 7, pending: [] })).toEqual([])
})

test('the receiver’s watermarks determine the status (3.delivery)', () => {
  expect([1, 2, 3].map((seq) => statusOf(conversation, { seq, senderId: 1 }))).toEqual(['read', 'delivered', 'sent'])
  expect(statusOf(conversation, { seq: 1, senderId: 2 })).toBe('sent')
})

test('only the sender gets the client’s message id', () => {
  const message = { ...pending(3), seq: 3, key: keyOf(1, 'ABC') }
  expect(toMessage(conversation, message, 1)).toMatchObject({ clientMessageId: 'abc', receiverId: 2, status: 'sent' })
  expect(toMessage(conversation, message, 2)).not.toHaveProperty('clientMessageId')
})

test('the unread count is received minus seen', () => {
  const counts = { members: [1, 2], received: { lo: 5, hi: 9 }, seen: { lo: 5, hi: 2 } }
  expect([unreadOf(counts, 1), unreadOf(counts, 2)]).toEqual([0, 7])
})
