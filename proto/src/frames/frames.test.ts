import { expect, test } from 'vitest'
import { sendMessage } from '../http/chat.ts'
import { ClientFrame } from './client.ts'
import { ServerFrame } from './server.ts'

test.each([
  [{ type: 'AUTH', userId: 1 }],
  [{ type: 'TYPING_INDICATOR', recipientId: 2, isTyping: true }],
  [{ type: 'MARK_READ', senderId: 2 }],
  [{ type: 'MESSAGE_NOTIFICATION', receiverId: 2, messageId: 3 }],
  [{ type: 'MESSAGE_RECEIVED', partnerId: 2, seq: 3 }],
  [{ type: 'SEND_MESSAGE', clientMessageId: '0b9c4f3e-7d52-4a4b-9f0a-2f4f0c1d8e11', receiverId: 2, content: 'Hi' }],
  [{ type: 'BLOCK_USER', blockedUserId: 2 }],
])('%j is a valid client frame', (frame) => {
  expect(ClientFrame.parse({ ...frame, extra: 1 })).toEqual(frame)
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
  [{ type: 'SEND_MESSAGE', receiverId: 2, content: 'Hi' }],
  [{ type: 'SEND_MESSAGE', clientMessageId: 'x', receiverId: 2, content: 'Hi' }],
])('%j is rejected as a client frame', (frame) => {
  expect(ClientFrame.safeParse(frame).success).toBe(false)
})

test.each([
  ['AUTH', { userId: 0 }, 'Invalid user ID'],
  ['TYPING_INDICATOR', { recipientId: 0, isTyping: true }, 'Invalid recipient ID'],
  ['MARK_READ', { senderId: 0 }, 'Invalid sender ID'],
  ['MESSAGE_NOTIFICATION', { receiverId: 0, messageId: 1 }, 'Invalid receiver ID'],
  ['BLOCK_USER', { blockedUserId: 0 }, 'Invalid blocked ID'],
])('%s with an invalid id is rejected with its message (5.senderId)', (type, fields, message) => {
  expect(ClientFrame.safeParse({ type, ...fields }).error?.issues[0]?.message).toBe(message)
})

test.each([
  [{ receiverId: 0 }, 'Invalid receiver ID'],
  [{ content: ' ' }, 'Message cannot be empty'],
  [{ content: 'x'.repeat(2_001) }, 'Message too long'],
  [{ content: 'a<b' }, 'Message contains invalid characters'],
])('SEND_MESSAGE with %j is rejected with the message of POST /api/messages', (wrong, text) => {
  const draft = { clientMessageId: '0b9c4f3e-7d52-4a4b-9f0a-2f4f0c1d8e11', receiverId: 2, content: 'Hi', ...wrong }
  expect(ClientFrame.safeParse({ type: 'SEND_MESSAGE', ...draft }).error?.issues[0]?.message).toBe(text)
  expect(sendMessage.body?.safeParse(draft).error?.issues[0]?.message).toBe(text)
})

const at = '2026-01-01T00:00:00.000Z'
const summary = { id: 2, name: 'Ben', selfie: null }
const message = {
  kind: 'text',
  id: 7,
  seq: 1,
  senderId: 2,
  receiverId: 1,
  content: 'Hi',
  createdAt: at,
  read: false,
  status: 'sent',
}

test.each([
  [{ type: 'CONNECTED', userId: 1 }],
  [{ type: 'NEW_LIKE', like: { likerId: 2, likedId: 1, createdAt: at }, user: summary }],
  [{ type: 'NEW_MATCH', match: { ...summary, matchedAt: at } }],
  [
    {
      type: 'NOTIFICATION',
      notification: {
        id: 3,
        type: 'LIKE',
        payload: { userId: 2, name: 'Ben', selfie: null },
        createdAt: at,
        readAt: null,
      },
    },
  ],
  [{ type: 'NOTIFICATION_COUNT', count: 3 }],
  [{ type: 'NEW_MESSAGE', message }],
  [{ type: 'MESSAGE_SENT', message }],
  [{ type: 'MESSAGE_DELIVERED', messageId: 7, seq: 1, receiverId: 2 }],
  [{ type: 'MESSAGES_READ', readBy: 2, senderId: 1, messageIds: [7], upToSeq: 1 }],
  [{ type: 'TYPING_INDICATOR', senderId: 2, isTyping: true }],
  [{ type: 'REACTION', messageId: 7, partnerId: 2, userId: 2, emoji: null, reactions: [], rev: 2 }],
  [{ type: 'PRESENCE', userId: 2, online: true }],
  [{ type: 'USER_BLOCKED', blockedBy: 2 }],
])('the server frame %j has the shape of the specification (3.match.event)', (frame) => {
  expect(ServerFrame.parse(frame)).toEqual(frame)
})
