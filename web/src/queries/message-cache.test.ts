import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { type MessagePages, mergeFetched, withMessage, withReceipt } from './message-cache.ts'

function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    kind: 'text',
    id: 100 + seq,
    seq,
    senderId: 1,
    receiverId: 2,
    content: `n${seq}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    read: false,
    status: 'sent',
    ...more,
  }
}
const pages = (...list: Message[][]): MessagePages => ({ pages: list, pageParams: list.map(() => 0) })
const seqs = (data: MessagePages | null) => data?.pages.map((page) => page.map(({ seq }) => seq))

test('the next message is appended to the newest page', () => {
  expect(seqs(withMessage(pages([message(3), message(4)], [message(1), message(2)]), message(5)))).toEqual([
    [3, 4, 5],
    [1, 2],
  ])
  expect(seqs(withMessage(pages([]), message(1)))).toEqual([[1]])
})

test('a repeated message is added once, and its status is not lowered', () => {
  const data = withMessage(pages([message(1, { status: 'read', read: true })]), message(1))
  expect(data?.pages[0]).toMatchObject([{ seq: 1, status: 'read', read: true }])
})

test('a message after a gap, or an older one, requires a fetch', () => {
  expect(withMessage(pages([message(3)]), message(5))).toBeNull()
  expect(withMessage(pages([message(3)]), message(2))).toBeNull()
})

test('a receipt covers all earlier messages of the sender and never lowers a status', () => {
  const data = pages([message(1, { status: 'read', read: true }), message(2), message(3, { senderId: 2 }), message(4)])
  expect(withReceipt(data, 1, 3, 'delivered').pages[0]?.map(({ status }) => status)).toEqual([
    'read',
    'delivered',
    'sent',
    'sent',
  ])
})

test('a response that is older than a frame removes no message and lowers no status', () => {
  const before = pages([message(2, { status: 'read', read: true }), message(3), message(4)])
  const merged = mergeFetched(before, pages([message(2), message(3, { status: 'delivered' })], [message(1)]))
  expect(seqs(merged)).toEqual([[2, 3, 4], [1]])
  expect(merged.pages[0]?.map(({ status, read }) => [status, read])).toEqual([
    ['read', true],
    ['delivered', false],
    ['sent', false],
  ])
  expect(mergeFetched(undefined, pages([message(1)]))).toEqual(pages([message(1)]))
})
