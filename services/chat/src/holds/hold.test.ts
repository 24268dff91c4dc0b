import { expect, test } from 'vitest'
import type { Hold } from '../models/conversation.ts'
import { hiddenUpTo, isHeldBack, receiverSideOf } from './hold.ts'

const hold: Hold = { senderId: 3, reason: 'links', heldAt: new Date(0), isHeld: true, isOpen: true, upTo: 0 }
const members = [3, 7]
const first = { senderId: 3, seq: 1 }

test('without a hold nothing is hidden', () => {
  expect([hiddenUpTo({}, 3), hiddenUpTo({ hold: null }, 7)]).toEqual([0, 0])
  expect(isHeldBack({ members }, first)).toBe(false)
})

test('an open hold hides all messages from the receiver, and none from the sender', () => {
  expect(hiddenUpTo({ hold }, 7)).toBe(Number.POSITIVE_INFINITY)
  expect(hiddenUpTo({ hold }, 3)).toBe(0)
  expect(isHeldBack({ members, hold }, first)).toBe(true)
  expect(isHeldBack({ members, hold }, { senderId: 7, seq: 2 })).toBe(false)
})

test('once the receiver has written, earlier messages stay hidden and later ones do not', () => {
  const closed = { ...hold, isOpen: false, upTo: 2 }
  expect([hiddenUpTo({ hold: closed }, 7), hiddenUpTo({ hold: closed }, 3)]).toEqual([2, 0])
  expect([1, 2, 3].map((seq) => isHeldBack({ members, hold: closed }, { senderId: 3, seq }))).toEqual([
    true,
    true,
    false,
  ])
})

test('the receiver is the other member', () => {
  expect([receiverSideOf({ members }, hold), receiverSideOf({ members: [1, 3] }, hold)]).toEqual(['hi', 'lo'])
})
