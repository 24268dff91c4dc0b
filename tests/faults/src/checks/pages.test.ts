import type { Message, TextMessage } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import type { PageRecord } from '../history.ts'
import { checkPages } from './pages.ts'

const ANN = 1
const BEN = 2
const LIMIT = 3

function message(seq: number, change: Partial<TextMessage> = {}): Message {
  const fields = { content: `m${seq}`, createdAt: '2026-01-01T00:00:00.000Z', read: false, status: 'sent' as const }
  return { kind: 'text', id: 100 + seq, seq, senderId: ANN, receiverId: BEN, ...fields, ...change }
}

function page(messages: Message[], change: Partial<PageRecord> = {}): PageRecord {
  const times = { from: 50, to: 60 }
  const range = { after: (messages[0]?.seq ?? 1) - 1, limit: LIMIT, isNewest: true }
  return { type: 'page', reader: ANN, partner: BEN, ...times, ...range, messages, ...change }
}

const list = [message(1), message(2), message(3), message(4)]
const confirmed = list.map(({ id, seq }) => ({ outcome: 'ok' as const, ids: [id], to: seq * 10 }))

function check(...pages: PageRecord[]): string[] {
  return checkPages({ members: [ANN, BEN], lists: [list, list] }, pages, confirmed).map(({ invariant }) => invariant)
}

test('pages that are stretches of the final list break nothing, whatever the statuses were', () => {
  const older = page(list.slice(0, 3), { after: 0, isNewest: false })
  expect(check(page(list.slice(1)), older, page([message(2), message(3), message(4, { status: 'read' })]))).toEqual([])
})

test.each([
  ['a gap', [message(1), message(3), message(4)]],
  ['another order', [message(3), message(2), message(4)]],
  ['another message', [message(2), message(3), message(4, { id: 7 })]],
  ['another text', [message(2), message(3), message(4, { content: 'x' })]],
  ['a message that is not in the list', [message(3), message(4), message(5)]],
])('INV-4 a page with %s is found', (_what, messages) => {
  expect(check(page(messages))).toContain('INV-4')
})

test('INV-4 a newest page that begins too late is found', () => {
  expect(check(page([message(4)]))).toEqual(['INV-4'])
})

test('INV-1 a page without a message confirmed earlier is found, even an empty page', () => {
  expect(check(page([message(1), message(2)], { from: 35 }))).toEqual(['INV-1'])
  expect(check(page([message(1), message(2)], { from: 25 }))).toEqual([])
  expect(check(page([], { after: 2, isNewest: false }))).toEqual(['INV-1'])
})
