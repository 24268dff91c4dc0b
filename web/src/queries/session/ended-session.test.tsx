import { expect, test } from 'vitest'
import { screenAfterLogin } from './ended-session.ts'

test.each([
  ['/chat/2', '/chat/2'],
  ['/edit-profile', '/edit-profile'],
  ['/', '/feed'],
  ['/auth', '/feed'],
  ['//evil.example', '/feed'],
  ['/\\evil.example', '/feed'],
  ['https://evil.example/feed', '/feed'],
  ['javascript:alert(1)', '/feed'],
  ['/nowhere', '/feed'],
])('a login after a session that ended on %s opens %s', (path, screen) => {
  expect(screenAfterLogin(1, { userId: 1, path })).toBe(screen)
})

test('the login of another user, or without an earlier session, opens the feed', () => {
  expect(screenAfterLogin(2, { userId: 1, path: '/chat/2' })).toBe('/feed')
  expect(screenAfterLogin(1, null)).toBe('/feed')
})
