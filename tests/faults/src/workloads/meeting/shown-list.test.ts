import type { Message, TextMessage } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { createShownList } from './shown-list.ts'

const ANN = 1
const BEN = 2

function message(seq: number, change: Partial<TextMessage> = {}): Message {
  const fields = { content: 'x', createdAt: '2026-01-01T00:00:00.000Z', read: false, status: 'sent' as const }
  return { kind: 'text', id: 100 + seq, seq, senderId: ANN, receiverId: BEN, ...fields, ...change }
}

function setupList() {
  const list = createShownList(ANN, BEN)
  list.addPage(0, [message(1), message(2)])
  return list
}

test('a frame extends the list; when it leaves a gap, it is not shown and asks for a fetch', () => {
  const list = setupList()
  expect(list.addFrame({ type: 'MESSAGE_SENT', message: message(3) })).toBe(false)
  expect(list.addFrame({ type: 'NEW_MESSAGE', message: message(5) })).toBe(true)
  expect(list.addFrame({ type: 'NEW_MESSAGE', message: message(9, { senderId: 7 }) })).toBe(false)
  expect(list.shown.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('receipts raise the status of own messages, and an older page does not lower it', () => {
  const list = setupList()
  list.addFrame({ type: 'MESSAGE_DELIVERED', messageId: 102, seq: 2, receiverId: BEN })
  list.addFrame({ type: 'MESSAGES_READ', readBy: BEN, senderId: ANN, messageIds: [101], upToSeq: 1 })
  list.addPage(0, [message(1), message(2)])
  expect(list.shown.map(({ status }) => status)).toEqual(['read', 'delivered'])
})

test('when a receipt comes before its message, it applies to the message', () => {
  const list = setupList()
  list.addFrame({ type: 'MESSAGE_DELIVERED', messageId: 103, seq: 3, receiverId: BEN })
  list.addPage(2, [message(3), message(4)])
  expect(list.shown.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered', 'sent'])
})

test('INV-4 a page with a gap, a page that begins too late, and a changed message are problems', () => {
  const list = setupList()
  list.addPage(2, [message(4)])
  list.addPage(0, [message(1), message(3)])
  list.addPage(0, [message(1, { id: 999 })])
  expect(list.problems).toHaveLength(3)
})

test('before the first own message that is not read, no status changes', () => {
  const list = setupList()
  expect(list.readSeq()).toBe(0)
  list.addFrame({ type: 'MESSAGES_READ', readBy: BEN, senderId: ANN, messageIds: [101], upToSeq: 1 })
  expect(list.readSeq()).toBe(1)
  list.addFrame({ type: 'MESSAGES_READ', readBy: BEN, senderId: ANN, messageIds: [102], upToSeq: 2 })
  list.addFrame({ type: 'NEW_MESSAGE', message: message(3, { senderId: BEN, receiverId: ANN }) })
  expect(list.readSeq()).toBe(3)
})
