import { expect, test } from 'vitest'
import { ClientFrame } from './client.ts'

test.each([
  [{ type: 'AUTH', userId: 1 }],
  [{ type: 'TYPING_INDICATOR', recipientId: 2, isTyping: true }],
  [{ type: 'MARK_READ', senderId: 2 }],
  [{ type: 'MESSAGE_NOTIFICATION', receiverId: 2, messageId: 3 }],
  [{ type: 'MESSAGE_RECEIVED', partnerId: 2, seq: 3 }],
  [{ type: 'BLOCK_USER', blockedUserId: 2 }],
])('%j is a frame', (frame) => {
  expect(ClientFrame.parse({ ...frame, more: 1 })).toEqual(frame)
})

test.each([
  [null],
  [[]],
  ['AUTH'],
  [{}],
  [{ type: {} }],
  [{ type: 'NOTHING' }],
  [{ type: '__proto__' }],
  [{ type: 'AUTH', userId: '1' }],
  [{ type: 'AUTH', userId: { $gt: 0 } }],
  [{ type: 'TYPING_INDICATOR', recipientId: 2, isTyping: 'yes' }],
  [{ type: 'MESSAGE_RECEIVED', partnerId: 2, seq: 0 }],
])('%j is not', (frame) => {
  expect(ClientFrame.safeParse(frame).success).toBe(false)
})
