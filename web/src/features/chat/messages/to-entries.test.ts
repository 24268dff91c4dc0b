import type { Message, TextMessage } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { toEntries } from './to-entries.ts'

const now = new Date(2026, 2, 15, 12, 0)
const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()

function message(seq: number, senderId: number, createdAt: string, more: Partial<TextMessage> = {}): Message {
  return {
    kind: 'text',
    id: seq,
    seq,
    senderId,
    receiverId: 3 - senderId,
    content: `n${seq}`,
    createdAt,
    read: false,
    status: 'sent',
    ...more,
  }
}

test('each day is labelled once, and runs of one sender are grouped', () => {
  const entries = toEntries(
    [
      message(1, 2, at(14, 20)),
      message(2, 1, at(15, 9), { status: 'read' }),
      message(3, 1, at(15, 10)),
      message(4, 2, at(15, 11)),
    ],
    [],
    1,
    now,
  )
  expect(entries.map(({ day }) => day)).toEqual(['Yesterday', 'Today', null, null])
  expect(entries.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, true],
    [true, false],
    [false, true],
    [true, true],
  ])
  expect(entries.map(({ mark }) => mark)).toEqual([null, 'read', 'sent', null])
})

test('pending messages come last, without messages that have just been sent', () => {
  const pending = { partnerId: 2, content: 'hi', createdAt: at(15, 11) }
  const entries = toEntries(
    [message(1, 1, at(15, 10), { clientMessageId: 'a' })],
    [
      { ...pending, id: 'a', failure: null },
      { ...pending, id: 'b', failure: null },
      { ...pending, id: 'c', failure: 'Message too long' },
    ],
    1,
    now,
  )
  expect(entries.map(({ key, mark }) => [key, mark])).toEqual([
    ['a', 'sent'],
    ['b', 'sending'],
    ['c', 'failed'],
  ])
})

test('the time stands below each run and where the mark changes; the newest own message is known', () => {
  const entries = toEntries(
    [
      message(1, 1, at(15, 9), { status: 'read' }),
      message(2, 1, at(15, 9), { status: 'read' }),
      message(3, 1, at(15, 9), { status: 'sent' }),
      message(4, 2, at(15, 10)),
      message(5, 2, at(15, 10)),
    ],
    [],
    1,
    now,
  )
  expect(entries.map(({ hasTime }) => hasTime)).toEqual([false, true, true, false, true])
  expect(entries.map(({ isNewestOwn }) => isNewestOwn)).toEqual([false, false, true, false, false])
})
