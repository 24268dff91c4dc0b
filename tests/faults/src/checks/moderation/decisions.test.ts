import { expect, test } from 'vitest'
import { checkDecision, type Decided, type Found } from './decisions.ts'

const none: Decided = { isLiked: false, isPassed: false, isUnmatched: false, isSeen: false }
const undecided: Found = { hasLiked: false, isInDiscover: true, likes: [], isStillMatched: false }

function check(decided: Partial<Decided>, found: Partial<Found>): string[] {
  const violations = checkDecision('1 about 2', { ...none, ...decided }, { ...undecided, ...found })
  return violations.map(({ invariant }) => invariant)
}

test('decisions that both users see break nothing', () => {
  expect(check({}, {})).toEqual([])
  expect(check({ isPassed: true }, { isInDiscover: false })).toEqual([])
  expect(check({ isUnmatched: true }, { isInDiscover: false, likes: [{ isRead: false }] })).toEqual([])
  const liked = { hasLiked: true, isInDiscover: false }
  expect(check({ isLiked: true }, { ...liked, likes: [{ isRead: false }] })).toEqual([])
  expect(check({ isLiked: true, isSeen: true }, { ...liked, likes: [{ isRead: true }] })).toEqual([])
})

test('INV-1 a lost pass, a lost undo, and an undone like that the other user had seen are found', () => {
  expect(check({ isPassed: true }, {})).toEqual(['INV-1'])
  expect(check({}, { isInDiscover: false })).toEqual(['INV-1'])
  expect(check({ isLiked: true, isSeen: true }, {})).toEqual(['INV-1', 'INV-1', 'INV-1', 'INV-2'])
})

test('INV-2 the notification of an undone like, and two notifications of one like, are found', () => {
  expect(check({}, { likes: [{ isRead: false }] })).toEqual(['INV-2'])
  const twice = { hasLiked: true, isInDiscover: false, likes: [{ isRead: false }, { isRead: false }] }
  expect(check({ isLiked: true }, twice)).toEqual(['INV-2'])
})

test('INV-3 an ended match that one user still has is found', () => {
  expect(check({ isUnmatched: true }, { isInDiscover: false, isStillMatched: true })).toEqual(['INV-3'])
})
