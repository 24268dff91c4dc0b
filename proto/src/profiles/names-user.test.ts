import { expect, test } from 'vitest'
import { isUserIdKey, namesUser, textNamesUser } from './names-user.ts'

const ada = { id: 7, name: 'Ada', selfie: '/api/selfies/7/12' }
const ben = { id: 70, name: 'Ben', selfie: null }

test.each([
  ['a profile', { profile: { ...ada, selfie: null, age: 30 } }],
  ['the path of a photo', { profile: { ...ben, selfie: ada.selfie } }],
  ['a like', { likerId: 70, likedId: 7, liker: ben }],
  ['a summary in a list', { userIds: [1, 70], people: [ben, { ...ada, selfie: null }] }],
  ['an id in a list', { userIds: [7, 70] }],
  ['the payload of a notification', { userId: 70, notification: { id: 1, payload: { userId: 7, name: 'Ada' } } }],
  ['a block', { blockerId: 70, blockedId: 7 }],
])('%s names its user', (_case, event) => {
  expect([namesUser(event, 7), textNamesUser(JSON.stringify(event), 7)]).toEqual([true, true])
})

test.each([
  ['an id of another kind', { notification: { id: 7, payload: ben }, userId: 70, unread: 7 }],
  ['other numbers', { profile: { ...ben, age: 7 }, rev: 7, epoch: 7 }],
  ['a number inside of another one', { profile: { ...ben, selfie: '/api/selfies/70/7' } }],
  ['an id as text', { userId: '7' }],
  ['nothing', null],
])('%s does not name a user', (_case, event) => {
  expect(namesUser(event, 7)).toBe(false)
})

test('text that is not JSON names a user by the bare number', () => {
  expect(textNamesUser('{"userId":7', 7)).toBe(true)
  expect(textNamesUser('{"userId":70', 7)).toBe(false)
})

test.each([
  ['userId', true],
  ['partnerIds', true],
  ['aboutId', true],
  ['reporterId', true],
  ['messageId', false],
  ['messageIds', false],
  ['photoId', false],
  ['promptId', false],
  ['clientMessageId', false],
  ['id', false],
  ['valid', false],
])('when a key is %s, it names a user: %s', (key, expected) => {
  expect(isUserIdKey(key)).toBe(expected)
})
