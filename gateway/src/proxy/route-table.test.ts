import { getUnread, listMessages } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { findRoute } from './route-table.ts'

test('a call is routed to its service, and a literal path wins over a pattern', () => {
  expect(findRoute('POST', '/api/likes')).toMatchObject({ service: 'social', endpoint: likeUser })
  expect(findRoute('GET', '/api/messages/unread')).toMatchObject({ service: 'chat', endpoint: getUnread })
  expect(findRoute('HEAD', '/api/messages/7')).toMatchObject({ endpoint: listMessages })
})

test('SEC-06 an unsupported method gets the allowed methods', () => {
  expect(findRoute('PUT', '/api/login')).toEqual({ allow: ['POST'] })
  expect(findRoute('PUT', '/api/user')).toEqual({ allow: expect.arrayContaining(['GET', 'PATCH']) })
})

test.each([
  '/api',
  '/api/',
  '/api//user',
  '/api/user/',
  '/API/user',
  '/api/user;x',
  '/api/%75ser',
  '/api/messages/%31',
  '/api/messages/..%2fadmin',
  '/api/x/../user',
  '/api/user%00',
  '/api/internal/stats',
])('SEC-05 %s has no route', (path) => {
  expect(findRoute('GET', path)).toBeNull()
})
