import type { PushContent } from '@zing/proto/web-push'
import { expect, test } from 'vitest'
import { notificationOf, readContent } from './push.ts'

test.each<[PushContent, string, string, string]>([
  [{ type: 'LIKE', userId: 7, count: 1, text: 'Ben likes you' }, 'Ben likes you', 'likes', '/feed'],
  [{ type: 'MATCH', userId: 7, text: 'You have a new match' }, 'You have a new match', 'chat-7', '/chat/7'],
  [{ type: 'MESSAGE', userId: 7, count: 2, text: '2 neue Nachrichten' }, '2 neue Nachrichten', 'chat-7', '/chat/7'],
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
