import { expect, test } from 'vitest'
import { checkMeeting, type Met, type View } from './meetings.ts'

const matched: View = {
  profile: { hasLiked: true, isMatch: true },
  isListedMatch: true,
  hasConversation: true,
  hasBlocked: false,
  likeNotifications: 0,
  matchNotifications: 1,
  isShownMatch: true,
  lastMessageId: 9,
  unread: 0,
  shownMessages: new Set([9]),
}
const hidden: View = {
  profile: null,
  isListedMatch: false,
  hasConversation: false,
  hasBlocked: false,
  likeNotifications: 0,
  matchNotifications: 0,
  isShownMatch: false,
  lastMessageId: null,
  unread: 0,
  shownMessages: new Set(),
}

function check(one: Partial<View>, other: Partial<View> = {}, change: Partial<Met> = {}): string[] {
  const views: [View, View] = [
    { ...matched, likeNotifications: 1, ...one },
    { ...matched, unread: 1, ...other },
  ]
  const pair = { names: [1, 2] as [number, number], likes: [true, true] as [boolean, boolean] }
  const met: Met = { ...pair, hasMatched: true, messageId: 9, isBlocked: false, views, ...change }
  return checkMeeting(met).map(({ invariant }) => invariant)
}

test('a match that both users see, and a block that hides both, break nothing', () => {
  expect(check({})).toEqual([])
  expect(check({}, {}, { isBlocked: true, views: [{ ...hidden, hasBlocked: true }, hidden] })).toEqual([])
})

test('a like that was withdrawn ends the match and keeps the notifications', () => {
  const ended = { isListedMatch: false, hasConversation: false, isShownMatch: false }
  const one = { ...ended, profile: { hasLiked: false, isMatch: false } }
  const other = { ...ended, profile: { hasLiked: true, isMatch: false } }
  expect(check(one, other, { likes: [false, true] })).toEqual([])
  expect(check(matched, other, { likes: [false, true] })).toContain('INV-3')
})

test('when a match ends, the like that remains is notified once', () => {
  const ended = { isListedMatch: false, hasConversation: false, isShownMatch: false }
  const one = { ...ended, profile: { hasLiked: true, isMatch: false } }
  const other = { ...ended, profile: { hasLiked: false, isMatch: false } }
  const left = (likeNotifications: number) => check(one, { ...other, likeNotifications }, { likes: [true, false] })
  expect([left(0), left(1), left(2)]).toEqual([['INV-7'], [], ['INV-2']])
})

test.each([
  ['a like that is lost', 'INV-1', { profile: { hasLiked: false, isMatch: true } }],
  ['a match that one side lacks', 'INV-3', { isListedMatch: false }],
  ['a conversation that is not open', 'INV-7', { hasConversation: false }],
  ['a user who is not in the feed', 'INV-7', { profile: null }],
  ['a missing MATCH notification', 'INV-3', { matchNotifications: 0 }],
  ['two MATCH notifications', 'INV-3', { matchNotifications: 2 }],
  ['two LIKE notifications', 'INV-2', { likeNotifications: 2 }],
  ['no LIKE notification', 'INV-7', { likeNotifications: 0 }],
  ['a match that the client does not show', 'INV-9', { isShownMatch: false }],
  ['a message that is lost', 'INV-1', { lastMessageId: null }],
  ['a message that its sender has not read', 'INV-7', { unread: 1 }],
  ['a message that the client does not show', 'INV-9', { shownMessages: new Set<number>() }],
])('%s breaks %s', (_what, invariant, change) => {
  expect(check(change)).toContain(invariant)
})

test('a message that was not confirmed is not expected', () => {
  expect(check({ lastMessageId: null }, { unread: 0 }, { messageId: null })).toEqual([])
})

test('after a block, feed, match list, conversation and notifications are each checked', () => {
  const block = (one: Partial<View>) =>
    check({}, {}, { isBlocked: true, views: [{ ...hidden, hasBlocked: true, ...one }, hidden] })
  expect(block({ hasBlocked: false })).toEqual(['INV-1'])
  expect(block({ profile: { hasLiked: false, isMatch: false } })).toEqual(['INV-7'])
  expect(block({ isListedMatch: true })).toEqual(['INV-7'])
  expect(block({ hasConversation: true })).toEqual(['INV-7'])
  expect(block({ matchNotifications: 1 })).toEqual(['INV-3'])
})
