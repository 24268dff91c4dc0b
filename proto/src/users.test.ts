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
const profile = { ...user, likeCount: 3, hasLiked: true, isMatch: false }

test('User, PublicProfile and Match contain exactly the fields of the specification', () => {
  const extra = { password: 'x', passwordHash: 'y', rev: 1 }
  const own = { ...user, username: 'ada', hidden: true }
  expect(User.parse({ ...own, ...extra })).toEqual(own)
  expect(PublicProfile.parse({ ...profile, ...extra, username: 'ada', hidden: true })).toEqual(profile)
  expect(Match.parse({ ...profile, ...extra, matchedAt: user.createdAt })).toEqual({
    ...profile,
    matchedAt: user.createdAt,
  })
})

test('a notification is about a user, or of the moderators with their reason', () => {
  const notification = {
    id: 1,
    payload: { userId: 2, name: 'Ben', selfie: null },
    createdAt: user.createdAt,
    readAt: null,
  }
  const types = ['LIKE', 'MATCH', 'MESSAGE', 'BLOCK', 'like', 'GIFT']
  expect(types.filter((type) => Notification.safeParse({ ...notification, type }).success)).toEqual(types.slice(0, 4))
  expect(Notification.safeParse({ ...notification, type: 'LIKE', payload: 'Ben' }).success).toBe(false)
  const warning = { ...notification, type: 'WARNING', payload: { reason: 'hate', text: null } }
  expect(Notification.parse(warning)).toEqual(warning)
  const decision = {
    ...warning,
    type: 'DECISION',
    payload: { ...warning.payload, action: 'suspend', until: user.createdAt },
  }
  expect(Notification.parse(decision)).toEqual(decision)
  expect(Notification.safeParse({ ...warning, type: 'DECISION' }).success).toBe(false)
})
