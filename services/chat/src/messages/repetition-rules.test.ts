import { expect, test } from 'vitest'
import type { Conversation, PendingMessage } from '../models/conversation.ts'
import { explainRejection, PENDING_MAX, RECENT_KEYS, seqsWithKnownKeys } from './repetition-rules.ts'

const [ADA, BEN] = [1, 2]
const message = (id: number, key: string | null = null): PendingMessage => ({
  ...{ id, senderId: ADA, key, content: 'Hi', createdAt: new Date('2026-01-01T00:00:00Z') },
})

function conversation(changed: Partial<Conversation> = {}): Conversation {
  const none = { lo: 0, hi: 0 }
  return {
    ...{ _id: '1:2', members: [ADA, BEN], matched: true, matchRev: 2, blockedBy: [], seq: 2, epoch: 0 },
    ...{ received: none, seen: none, read: none, delivered: none, pending: [message(101, '1:a'), message(102)] },
    ...changed,
  }
}

test('a pending key gets its message', () => {
  expect(explainRejection(conversation(), '1:a')).toMatchObject({ kind: 'repeated', message: { id: 101, seq: 1 } })
})

test('another key, and a message without a key, may be tried again', () => {
  expect(explainRejection(conversation(), '1:b')).toEqual({ kind: 'retry' })
  expect(explainRejection(conversation(), null)).toEqual({ kind: 'retry' }) // the pending 102 has no key either
})

test('a full conversation takes no message, and still finds its own keys', () => {
  const pending = Array.from({ length: PENDING_MAX }, (_, i) => message(i, `1:${i}`))
  expect(explainRejection(conversation({ pending }), '1:new')).toEqual({ kind: 'full' })
  expect(explainRejection(conversation({ pending }), '1:7')).toMatchObject({ kind: 'repeated', message: { id: 7 } })
})

test('SEC-63 after a block or an unmatch, a pending key is not found', () => {
  expect(explainRejection(conversation({ blockedBy: [BEN] }), '1:a')).toEqual({ kind: 'blocked' })
  expect(explainRejection(conversation({ matched: false }), '1:a')).toEqual({ kind: 'unmatched' })
  expect(explainRejection(null, '1:a')).toEqual({ kind: 'unmatched' })
})

test('`recent` alone decides from the seq that a client knew, for as many messages as it keeps', () => {
  expect(seqsWithKnownKeys(7)).toEqual({ $gte: 7, $lte: 7 + RECENT_KEYS })
})
