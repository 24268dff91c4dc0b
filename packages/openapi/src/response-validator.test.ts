import { expect, test } from 'vitest'
import { findMismatch, type Seen } from './response-validator.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }
const person = {
  id: 7,
  name: 'Ada',
  age: 30,
  gender: 'female',
  orientation: 'bisexual',
  selfie: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  likeCount: 0,
  hasLiked: false,
  isMatch: false,
}

function seen(changes: Partial<Omit<Seen, 'headers'>> & { headers?: Record<string, string> }): Seen {
  const { headers = json, ...rest } = changes
  return { method: 'GET', path: '/api/users', status: 200, body: [person], ...rest, headers: new Headers(headers) }
}

test.each([
  ['a page', {}],
  ['a person, by a path with an id', { path: '/api/users/7', body: person }],
  ['a shared refusal', { path: '/api/users/7', status: 404, body: { message: 'User not found' } }],
  [
    'nothing, where nothing is declared',
    { method: 'POST', path: '/api/logout', status: 204, headers: {}, body: undefined },
  ],
  ['bytes', { path: '/api/selfies/1/2', headers: { 'content-type': 'image/jpeg' }, body: undefined }],
  ['what was kept', { path: '/api/selfies/1/2', status: 304, headers: {}, body: undefined }],
  ['a path that is nobody’s', { path: '/api/nothing', status: 418 }],
  ['a method that the path does not have', { method: 'PUT', path: '/api/users', status: 405 }],
])('%s fits', (_what, changes) => {
  expect(findMismatch(seen(changes))).toBeNull()
})

test.each([
  [
    'an undeclared field',
    { body: [{ ...person, passwordHash: 'x' }] },
    'GET /api/users answered 200 with an undeclared field "passwordHash" in /0, unlike docs/openapi.json',
  ],
  [
    'an undeclared field of a refusal',
    { path: '/api/users/7', status: 404, body: { message: 'no', stack: 'at x' } },
    'GET /api/users/{id} answered 404 with an undeclared field "stack" in the body, unlike docs/openapi.json',
  ],
  [
    'a missing field',
    { body: [{ ...person, likeCount: undefined }] },
    "GET /api/users answered 200 with /0 that must have required property 'likeCount', unlike docs/openapi.json",
  ],
  [
    'a wrong type',
    { body: [{ ...person, age: '30' }] },
    'GET /api/users answered 200 with /0/age that must be integer, unlike docs/openapi.json',
  ],
  ['an undeclared status', { status: 500 }, 'GET /api/users answered 500: no such status in docs/openapi.json'],
  [
    'a literal path that looks like a pattern',
    { path: '/api/messages/unread', status: 404 },
    'GET /api/messages/unread answered 404: no such status in docs/openapi.json',
  ],
  [
    'a refusal that does not say when to come back',
    { status: 429, body: { message: 'Too many' } },
    'GET /api/users answered 429 without the header Retry-After of docs/openapi.json',
  ],
  [
    'a page where there should be JSON',
    { headers: { 'content-type': 'text/html' } },
    'GET /api/users answered 200 with text/html, not with application/json as in docs/openapi.json',
  ],
])('%s does not, and the sentence says where', (_what, changes, sentence) => {
  const { body, ...rest } = seen(changes)
  expect(findMismatch({ ...rest, body: JSON.parse(JSON.stringify(body)) })).toBe(sentence)
})
