import type { PushContent } from '@zing/proto/web-push'
import { expect, test } from 'vitest'
import { pushText } from './push-text.ts'

test.each<[PushContent, string]>([
  [{ type: 'LIKE', userId: 7, count: 1 }, 'You have a new like'],
  [{ type: 'LIKE', userId: 7, count: 1, name: 'Ben' }, 'Ben likes you'],
  [{ type: 'LIKE', userId: 7, count: 3, name: 'Ben' }, '3 new likes'],
  [{ type: 'LIKE', userId: 7, count: 1, name: 'Mila - demo' }, 'Mila likes you'],
  [{ type: 'MATCH', userId: 7, count: 1 }, 'You have a new match'],
  [{ type: 'MATCH', userId: 7, name: 'Ben' }, 'You and Ben like each other'],
  [{ type: 'MESSAGE', userId: 7, count: 1 }, 'New message'],
  [{ type: 'MESSAGE', userId: 7, count: 1, media: 'photo' }, 'You have a new photo'],
  [{ type: 'MESSAGE', userId: 7, count: 1, media: 'photo', name: 'Ben' }, 'Ben sent a photo'],
  [{ type: 'MESSAGE', userId: 7, count: 1, media: 'voice', name: 'Ben' }, 'Ben sent a voice message'],
  [{ type: 'MESSAGE', userId: 7, count: 2, media: 'voice' }, '2 new messages'],
  [{ type: 'MESSAGE', userId: 7, count: 10, name: 'Ben' }, '10 new messages from Ben'],
])('the push %j says "%s"', (content, text) => {
  expect(pushText(content, 'en')).toBe(text)
  expect(pushText(content, 'tlh')).toBe(text)
})

test('a change of the badge says nothing', () => {
  expect(pushText({ type: null, badge: 3 }, 'en')).toBeUndefined()
})
