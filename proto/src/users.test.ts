import { expect, test } from 'vitest'
import { Match, Notification, PublicProfile, User } from './users.ts'

const user = {
  id: 1,
  name: 'Ada',
  age: 30,
  gender: 'female',
  orientation: 'gay',
  selfie: '/api/selfies/1/1',
  createdAt: '2026-01-01T00:00:00.000Z',
}
const feedUser = { ...user, likeCount: 3, hasLiked: true, isMatch: false }

test('each reader gets exactly the fields of the specification, and no others pass', () => {
  const more = { password: 'x', passwordHash: 'y', rev: 1 }
  expect(User.parse({ ...user, ...more, username: 'ada' })).toEqual({ ...user, username: 'ada' })
  expect(PublicProfile.parse({ ...feedUser, ...more, username: 'ada' })).toEqual(feedUser)
  expect(Match.parse({ ...feedUser, ...more, matchedAt: user.createdAt })).toEqual({
    ...feedUser,
    matchedAt: user.createdAt,
  })
})

test('a notification is a like, a match, a message or a block, with whom it is about', () => {
  const notification = {
    id: 1,
    payload: { userId: 2, name: 'Ben', selfie: null },
    createdAt: user.createdAt,
    readAt: null,
  }
  const types = ['LIKE', 'MATCH', 'MESSAGE', 'BLOCK', 'like', 'GIFT']
  expect(types.filter((type) => Notification.safeParse({ ...notification, type }).success)).toEqual(types.slice(0, 4))
  expect(Notification.safeParse({ ...notification, type: 'LIKE', payload: 'Ben' }).success).toBe(false)
})
