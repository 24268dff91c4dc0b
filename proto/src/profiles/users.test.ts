import { expect, test } from 'vitest'
import { Match, PublicProfile, User } from './users.ts'

const user = {
  id: 1,
  name: 'Ada',
  age: 30,
  gender: 'female',
  orientation: 'gay',
  selfie: '/api/selfies/1/1',
  createdAt: '2026-01-01T00:00:00.000Z',
}
const story = {
  photos: [{ id: '1', path: '/api/selfies/1/1' }],
  bio: 'Hello',
  prompts: [{ promptId: 'ask-me', answer: 'Anything' }],
  interests: ['hiking'],
  lookingFor: 'dates',
}
const profile = { ...user, ...story, likeCount: 3, hasLiked: true, isMatch: false }

test('User, PublicProfile and Match contain exactly the fields of the specification (3.user)', () => {
  const extra = { password: 'x', passwordHash: 'y', rev: 1 }
  const own = { ...user, ...story, username: 'ada', hidden: true }
  expect(User.parse({ ...own, ...extra })).toEqual(own)
  expect(PublicProfile.parse({ ...profile, ...extra, username: 'ada', hidden: true })).toEqual(profile)
  expect(Match.parse({ ...profile, ...extra, matchedAt: user.createdAt })).toEqual({
    ...profile,
    matchedAt: user.createdAt,
  })
})
