import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

test.each([
  [`/api/suspended/export/${'aB3-_'.repeat(8)}abc`, '/api/suspended/export/{token}'],
  ['/api/messages/7/read?after=1', '/api/messages/7/read'],
  ['/api/check-username', '/api/check-username'],
  [undefined, ''],
])('it is %j as %j', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})
