import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { checkMessages, type Sent } from './messages.ts'

const ANN = 1
const BEN = 2

function stored(seq: number, key = `key${seq}`): Message {
  const fields = { content: key, createdAt: '2026-01-01T00:00:00.000Z', read: false, status: 'sent' as const }
  return { kind: 'text', id: 100 + seq, seq, senderId: ANN, receiverId: BEN, ...fields, clientMessageId: key }
}

function sent(seq: number, change: Partial<Sent> = {}): Sent {
  const times = { from: seq * 10, to: seq * 10 + 5 }
  const key = `key${seq}`
  const confirmed = { outcome: 'ok' as const, ids: [100 + seq], seqs: [seq] }
  return { key, content: key, sender: ANN, receiver: BEN, ...times, ...confirmed, ...change }
}

function check(list: Message[], confirmed: Sent[], other = list): string[] {
  return checkMessages({ members: [ANN, BEN], lists: [list, other] }, confirmed).map(({ invariant }) => invariant)
}

test('a complete conversation breaks nothing, even with calls of unknown outcome', () => {
  const unknown = [
    sent(3, { outcome: 'unknown', ids: [], seqs: [] }),
    sent(4, { outcome: 'unknown', ids: [], seqs: [] }),
  ]
  expect(check([stored(1), stored(2), stored(3)], [sent(1), sent(2), ...unknown])).toEqual([])
})

test('INV-1 a confirmed message that neither member can read is found', () => {
  expect(check([stored(1)], [sent(1), sent(2)])).toEqual(['INV-1'])
})

test('INV-4 a message stored with another seq than the confirmed one is found', () => {
  expect(check([stored(1), stored(2)], [sent(1, { seqs: [2] }), sent(2)])).toEqual(['INV-4'])
})

test('INV-2 two messages with one key are found, whether stored or confirmed', () => {
  expect(check([stored(1), stored(2, 'key1')], [sent(1)])).toEqual(['INV-2'])
  expect(check([stored(1), stored(2, 'other')], [sent(1, { ids: [101, 102] })])).toContain('INV-2')
})

test('a message without a key is stored once, with the confirmed id', () => {
  const keyless = sent(1, { key: null })
  expect(check([stored(1)], [keyless])).toEqual([])
  expect(check([stored(1), stored(2, 'key1')], [keyless])).toEqual(['INV-2'])
  expect(check([stored(1, 'other')], [keyless])).toEqual(['INV-1'])
})

test('INV-2 a message that has lost its key is found', () => {
  const { clientMessageId: _key, ...keyless } = stored(1)
  expect(check([keyless], [sent(1)])).toEqual(['INV-2'])
})

test('INV-4 different lists, a gap, and a lower seq after a confirmation are found', () => {
  expect(check([stored(1), stored(2)], [], [stored(1)])).toEqual(['INV-4'])
  expect(check([stored(1), stored(3)], [])).toEqual(['INV-4'])
  const reordered = [sent(1, { from: 50, to: 60 }), sent(2, { from: 10, to: 20 })]
  expect(check([stored(1), stored(2)], reordered)).toEqual(['INV-4'])
})

test('INV-4 calls that overlap may be stored in either order', () => {
  const overlapping = [sent(1, { from: 50, to: 60 }), sent(2, { from: 10, to: 55 })]
  expect(check([stored(1), stored(2)], overlapping)).toEqual([])
})

test('INV-6 a rejected message that was stored is found', () => {
  expect(check([stored(1)], [sent(1, { outcome: 'fail', ids: [], seqs: [] })])).toEqual(['INV-6'])
})

test('INV-1, INV-2 a voice message is known by its recording', () => {
  const voice = (seq: number, mediaId: number): Message => {
    const { kind: _kind, ...fields } = stored(seq)
    return { ...fields, kind: 'voice', content: 'Voice message', mediaId, durationMs: 900, peaks: [] }
  }
  const all = [sent(1, { content: '', mediaId: 7 }), sent(2, { content: '', mediaId: 8 })]
  expect(check([voice(1, 7), voice(2, 8)], all)).toEqual([])
  expect(check([voice(1, 7)], all)).toEqual(['INV-1'])
  expect(check([voice(1, 7), voice(2, 9)], all)).toEqual(['INV-1'])
  expect(check([voice(1, 7), voice(2, 8), voice(3, 8)], all)).toEqual(['INV-2'])
})
