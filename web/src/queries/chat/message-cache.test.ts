import type { Message, TextMessage } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import {
  type MessagePages,
  mergeFetched,
  withMessage,
  withOwnReaction,
  withReactions,
  withReceipt,
} from './message-cache.ts'

function message(seq: number, more: Partial<TextMessage> = {}): Message {
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
  expect(withMessage(pages([]), message(2))).toBeNull()
  expect(seqs(withMessage(pages([]), message(1)) ?? pages())).toEqual([[1]])
})

test('a receipt covers all earlier messages of the sender and never lowers a status (4.message.4)', () => {
  const data = pages([message(1, { status: 'read', read: true }), message(2), message(3, { senderId: 2 }), message(4)])
  expect(withReceipt(data, 1, { seq: 3 }, 'delivered').pages[0]?.map(({ status }) => status)).toEqual([
    'read',
    'delivered',
    'sent',
    'sent',
  ])
})

test('a receipt does not cover messages that the receiver does not see', () => {
  const data = withReceipt(pages([1, 2, 3, 4].map((seq) => message(seq))), 1, { afterSeq: 2, seq: 4 }, 'read')
  expect(data.pages[0]?.map(({ status }) => status)).toEqual(['sent', 'sent', 'read', 'read'])
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

const heart = { userId: 2, emoji: '❤️' as const }
const laugh = { userId: 1, emoji: '😂' as const }
const reactionsOf = (data: MessagePages | null) => data?.pages.flat().map(({ reactions }) => reactions)

test('reactions follow the highest frame number, also on older pages and after the last removal', () => {
  const before = pages([message(3)], [message(1), message(2)])
  const reacted = withReactions(before, { messageId: 102, reactions: [heart, laugh], rev: 3 })
  expect(reactionsOf(reacted)).toEqual([undefined, undefined, [heart, laugh]])
  expect(reactionsOf(withReactions(reacted, { messageId: 102, reactions: [heart], rev: 2 }))).toEqual(
    reactionsOf(reacted),
  )
  const removed = withReactions(reacted, { messageId: 102, reactions: [], rev: 4 })
  expect(reactionsOf(withReactions(removed, { messageId: 102, reactions: [heart], rev: 3 }))?.[2]).toEqual([])
})

test('a newer response takes reactions back, an older response or a repeated message does not', () => {
  const known = pages([message(1, { reactions: [heart], reactionRev: 2 })])
  const older = pages([message(1, { reactions: [laugh], reactionRev: 1 })])
  const newer = pages([message(1, { reactionRev: 3 })])
  expect(reactionsOf(mergeFetched(known, older))).toEqual([[heart]])
  expect(reactionsOf(mergeFetched(known, newer))).toEqual([undefined])
  expect(reactionsOf(withMessage(known, message(1)))).toEqual([[heart]])
})

test('an own reaction replaces the earlier one before its confirmation, and can be taken back', () => {
  const known = pages([message(1, { reactions: [heart, laugh], reactionRev: 2 })])
  const changed = withOwnReaction(known, 101, { userId: 1, emoji: '👍' })
  expect(reactionsOf(changed)).toEqual([[heart, { userId: 1, emoji: '👍' }]])
  expect(reactionsOf(withOwnReaction(changed, 101, { userId: 1, emoji: null }))).toEqual([[heart]])
  expect(reactionsOf(withReactions(changed, { messageId: 101, reactions: [heart, laugh], rev: 3 }))).toEqual([
    [heart, laugh],
  ])
})
