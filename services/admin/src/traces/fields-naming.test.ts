import { expect, test } from 'vitest'
import { fieldsNaming } from './fields-naming.ts'

const ada = { userId: 7, username: 'ada.b' }
const outbox = [{ id: 'x', rev: 7, payload: { likerId: 3, likedId: 7, liker: { id: 3, name: 'Ben', selfie: null } } }]

test.each([
  ['users', { _id: 7, username: 'Ada.B', usernameKey: 'ada.b' }, ['_id', 'username', 'usernameKey']],
  ['people', { _id: 7, selfie: '/api/selfies/7/30' }, ['_id', 'selfie']],
  ['people', { _id: 70, photos: [{ id: '31', path: '/api/selfies/7/31' }] }, ['photos.0.path']],
  ['tombstones', { _id: 7, conversations: ['3:7'] }, ['_id', 'conversations.0']],
  ['selfies', { _id: 3, userId: 7 }, ['userId']],
  ['hiddenPairs', { _id: '3:7', epoch: 0 }, ['_id']],
  ['pairs', { _id: '7:30', members: [7, 30], liked: [7] }, ['_id', 'members.0', 'liked.0']],
  ['pairs', { _id: '3:9', members: [3, 9], outbox }, ['outbox.0.payload.likedId']],
  ['notifications', { _id: 1, userId: 3, aboutId: 7, cause: 'like:7' }, ['aboutId', 'cause']],
  ['notifications', { _id: 1, userId: 3, aboutId: 9, cause: 'match:3:7:2' }, ['cause']],
  [
    'conversations',
    { _id: '3:7', last: { id: 1, senderId: 7, key: '7:aa' }, recent: ['3:aa', '7:bb'] },
    ['_id', 'last.senderId', 'last.key', 'recent.1'],
  ],
  ['messages', { _id: 1, conv: '3:7', seq: 1, senderId: 3, key: '3:aa' }, ['conv']],
  ['daily_usage', { _id: '20780:7', ids: [3, 7] }, ['_id', 'ids.1']],
  ['daily_usage', { _id: '20780:7:likes', ids: [] }, ['_id']],
  [
    'first_messages',
    { _id: 7, recent: [{ receiverId: 7, textHash: '7', hasLink: true }] },
    ['_id', 'recent.0.receiverId'],
  ],
  ['notification_settings', { _id: 7, likes: true }, ['_id']],
  ['audit', { _id: 3, content: '{"actorId":3,"caseId":1,"userId":7}' }, ['content']],
  ['dead_letters', { text: '{"blockerId":7,"blockedId":3}' }, ['text']],
  ['evidence', { _id: 1, json: '{"profile":{"id":7,"name":"Ada"}}' }, ['json']],
  ['pin', { _id: 'pin', used: [{ id: 'x', userId: 7 }] }, ['used.0.userId']],
  [
    'a_collection_of_later',
    { about: { people: [{ id: 7, name: 'Ada' }], reporterId: 7 } },
    ['about.people.0.id', 'about.reporterId'],
  ],
])('in %s, the fields of %j that name the user are found', (collection, document, fields) => {
  expect(fieldsNaming(ada, collection, document)).toEqual(fields)
})

test.each([
  ['messages', { _id: 7, conv: '3:70', seq: 7, senderId: 3, key: '3:7', content: '7', createdAt: new Date(7) }],
  ['audit', { _id: 7, content: '{"actorId":3,"caseId":7,"userId":9}' }],
  ['messages', { _id: 1, conv: '3:9', senderId: 3, content: '{"userId":7}' }],
  ['notifications', { _id: 7, userId: 3, aboutId: 9, cause: 'match:3:9:7', readAt: null }],
  ['people', { _id: 70, age: 7, rev: 7, epoch: 7, likeCount: 7, selfie: '/api/selfies/70/7' }],
  ['selfies', { _id: 7, userId: 3 }],
  ['daily_usage', { _id: '7:3', ids: [70] }],
  ['daily_usage', { _id: '7:3:likes', ids: [70] }],
  ['conversations', { _id: '17:70', members: [17, 70], seq: 7, pending: [{ id: 7, senderId: 17 }] }],
  ['counters', { _id: 'users', last: 7 }],
  ['dead_letters', { text: '{"blockerId":70,"rev":7}' }],
  ['users', { _id: 70, photos: [{ version: 7, digest: 'x' }], photoAdditions: [7], bio: '{ born in 7 towns }' }],
  ['people', { _id: 70, prompts: [{ promptId: 'ask-me', answer: '{7}' }], photos: [{ id: '7', path: '/x/7' }] }],
])('in %s, %j does not name the user', (collection, document) => {
  expect(fieldsNaming(ada, collection, document)).toEqual([])
})
