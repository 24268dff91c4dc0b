import type { Conversation, Message } from '@zing/proto/messages'
import type { Match } from '@zing/proto/profiles/users'
import { expect, test } from 'vitest'
import { toRows } from './to-rows.ts'

const match = (id: number, matchedAt: string) => ({ id, matchedAt }) as Match // only the fields that the order depends on
const conversation = (partnerId: number, createdAt: string) =>
  ({ partnerId, unread: 0, lastMessage: { createdAt } as Message }) as Conversation

test('rows are sorted by the newest message or match, including matches without a message', () => {
  const rows = toRows(
    [match(1, '2026-01-03'), match(2, '2026-01-01'), match(3, '2026-01-02')],
    [conversation(2, '2026-01-04'), { partnerId: 3, unread: 0, lastMessage: null }],
  )
  expect(rows.map(({ match: { id } }) => id)).toEqual([2, 1, 3])
})
