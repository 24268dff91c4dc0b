import type { PushContent } from '@zing/proto/web-push'
import { expect, test } from 'vitest'
import { notificationOf, readContent } from './push.ts'

test.each<[PushContent, string, string, string]>([
  [{ type: 'LIKE', userId: 7, count: 1 }, 'You have a new like', 'likes', '/feed'],
  [{ type: 'LIKE', userId: 7, count: 1, name: 'Ben' }, 'Ben likes you', 'likes', '/feed'],
  [{ type: 'LIKE', userId: 7, count: 3, name: 'Ben' }, '3 new likes', 'likes', '/feed'],
  [{ type: 'LIKE', userId: 7, count: 1, name: 'Mila - demo' }, 'Mila likes you', 'likes', '/feed'],
  [{ type: 'MATCH', userId: 7, count: 1 }, 'You have a new match', 'chat-7', '/chat/7'],
  [{ type: 'MATCH', userId: 7, name: 'Ben' }, 'You and Ben like each other', 'chat-7', '/chat/7'],
  [{ type: 'MESSAGE', userId: 7, count: 1 }, 'New message', 'chat-7', '/chat/7'],
  [{ type: 'MESSAGE', userId: 7, count: 10, name: 'Ben' }, '10 new messages from Ben', 'chat-7', '/chat/7'],
])('%j shows "%s"', (content, text, tag, url) => {
  expect(notificationOf(content)).toEqual({ text, tag, url })
})

test('a change of the badge shows nothing', () => {
  expect(notificationOf({ type: null, badge: 3 })).toBeNull()
})

test.each([undefined, '', '{', 'null', '{"type":"NEWS"}'])('%s is no content', (text) => {
  expect(readContent(text)).toBeNull()
})

test('content is read also with the spaces that hide its length', () => {
  expect(readContent(`{"type":"MATCH","userId":7}${' '.repeat(400)}`)).toEqual({ type: 'MATCH', userId: 7 })
})
