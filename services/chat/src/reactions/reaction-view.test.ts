import type { Message, ReactionEmoji } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { reactionsOf, withReactions } from './reaction-view.ts'

const conversation = { members: [1, 2] }

function stored(lo: ReactionEmoji | null, hi: ReactionEmoji | null) {
  const [ofLo, ofHi] = [
    { emoji: lo, rev: 1, emojiRev: 1 },
    { emoji: hi, rev: 4, emojiRev: 4 },
  ]
  return { _id: 7, conv: '1:2', seq: 3, lo: ofLo, hi: ofHi, rev: 5, epoch: 0 }
}
const message: Message = {
  kind: 'text',
  id: 7,
  seq: 3,
  senderId: 1,
  receiverId: 2,
  content: 'Hi',
  createdAt: '2026-01-01T00:00:00.000Z',
  read: false,
  status: 'sent',
}

test('each member has at most one reaction, and a removed one is not shown', () => {
  expect(reactionsOf(conversation, stored('👍', '😂'))).toEqual([
    { userId: 1, emoji: '👍' },
    { userId: 2, emoji: '😂' },
  ])
  expect(reactionsOf(conversation, stored(null, '😂'))).toEqual([{ userId: 2, emoji: '😂' }])
  expect(reactionsOf(conversation, stored(null, null))).toEqual([])
})

test('a message gets the fields with its first reaction and keeps the number after removals', () => {
  expect(withReactions(message, conversation, undefined)).toEqual(message)
  expect(withReactions(message, conversation, stored(null, null))).toEqual({ ...message, reactionRev: 5 })
  const both = withReactions(message, conversation, stored('👍', '😂'))
  expect(both).toMatchObject({ reactions: [{ userId: 1 }, { userId: 2 }], reactionRev: 5 })
})

test('an ended conversation shows only the user’s own reaction', () => {
  expect(withReactions(message, conversation, stored('👍', '😂'), 2).reactions).toEqual([{ userId: 2, emoji: '😂' }])
})
