import { expect, test } from 'vitest'
import { findUntargeted } from './find-untargeted.ts'

test.each([
  ['a read by the key', { find: 'sessions', filter: { _id: 's', userId: 1 } }],
  ['a read by values of the key', { find: 'sessions', filter: { createdAt: 1, userId: { $in: [1, 2] } } }],
  ['a listed read', { find: 'conversations', filter: { members: 1, matched: true } }],
  [
    'a listed lookup',
    { aggregate: 'people', pipeline: [{ $lookup: { from: 'pairs', pipeline: [{ $match: { liked: 1 } }] } }] },
  ],
  ['a collection without shards', { find: 'users', filter: { usernameKey: 'ada' } }],
  ['a change by one value of the key', { findAndModify: 'reactions', query: { _id: 1, conv: '1:2' } }],
])('%s is fine', (_what, command) => {
  expect(findUntargeted(command)).toEqual([])
})

test.each([
  ['a read', { find: 'sessions', filter: { createdAt: 1 } }, 'read sessions by createdAt'],
  ['a read of alternatives', { find: 'messages', filter: { $or: [{ key: 'a' }] } }, 'read messages by key'],
  ['a count', { aggregate: 'messages', pipeline: [{ $match: { senderId: 1 } }] }, 'read messages by senderId'],
  [
    'a lookup',
    { aggregate: 'people', pipeline: [{ $lookup: { from: 'messages', foreignField: 'key' } }] },
    'read messages by key',
  ],
  [
    'a range of a hashed key',
    { update: 'pairs', updates: [{ q: { _id: { $gt: '1' } }, multi: true }] },
    'update pairs by _id',
  ],
  [
    'a change of one by several values',
    { delete: 'selfies', deletes: [{ q: { userId: { $in: [1] } }, limit: 1 }] },
    'delete selfies by userId',
  ],
  [
    'a find and modify, though a read is listed',
    { findAndModify: 'conversations', query: { members: 1 } },
    'update conversations by members',
  ],
  [
    'an upsert, though an update is listed',
    { update: 'notifications', updates: [{ q: { _id: 1 }, upsert: true }] },
    'update notifications by _id',
  ],
  ['a new document without the key', { insert: 'messages', documents: [{ _id: 1 }] }, 'insert messages by _id'],
])('%s without the key is found', (_what, command, found) => {
  expect(findUntargeted(command)).toEqual([found])
})
