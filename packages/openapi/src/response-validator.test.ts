import { errors } from '@zing/proto/errors'
import { expect, test } from 'vitest'
import { findMismatch, type ReceivedResponse } from './response-validator.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }
const profile = {
  id: 7,
  name: 'Ada',
  age: 30,
  gender: 'female',
  orientation: 'bisexual',
  selfie: null,
  photos: [],
  bio: null,
  prompts: [],
  interests: [],
  lookingFor: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  likeCount: 0,
  hasLiked: false,
  isMatch: false,
}

function response(
  changes: Partial<Omit<ReceivedResponse, 'headers'>> & { headers?: Record<string, string> },
): ReceivedResponse {
  const { headers = json, ...rest } = changes
  return { method: 'GET', path: '/api/users', status: 200, body: [profile], ...rest, headers: new Headers(headers) }
}

test.each([
  ['a page', {}],
  ['a profile, by a path with an id', { path: '/api/users/7', body: profile }],
  ['a shared error response', { path: '/api/users/7', status: 404, body: errors.userNotFound().body }],
  [
    'no content where none is declared',
    { method: 'POST', path: '/api/logout', status: 204, headers: {}, body: undefined },
  ],
  ['an image', { path: '/api/selfies/1/2', headers: { 'content-type': 'image/jpeg' }, body: undefined }],
  ['a not modified image', { path: '/api/selfies/1/2', status: 304, headers: {}, body: undefined }],
  ['an unknown path', { path: '/api/nothing', status: 418 }],
  ['a method that the path does not have', { method: 'PUT', path: '/api/users', status: 405 }],
])('%s matches the reference', (_case, changes) => {
  expect(findMismatch(response(changes))).toBeNull()
})

test.each([
  [
    'an undeclared field',
    { body: [{ ...profile, passwordHash: 'x' }] },
    'GET /api/users returned 200 with an undeclared field "passwordHash" in /0, unlike docs/openapi.json',
  ],
  [
    'an undeclared field of an error response',
    { path: '/api/users/7', status: 404, body: { ...errors.userNotFound().body, stack: 'at x' } },
    'GET /api/users/{id} returned 404 with an undeclared field "stack" in the body, unlike docs/openapi.json',
  ],
  [
    'a missing field',
    { body: [{ ...profile, likeCount: undefined }] },
    "GET /api/users returned 200 with /0 that must have required property 'likeCount', unlike docs/openapi.json",
  ],
  [
    'a wrong type',
    { body: [{ ...profile, age: '30' }] },
    'GET /api/users returned 200 with /0/age that must be integer, unlike docs/openapi.json',
  ],
  ['an undeclared status', { status: 500 }, 'GET /api/users returned 500: no such status in docs/openapi.json'],
  [
    'a literal path that looks like a pattern',
    { path: '/api/messages/unread', status: 404 },
    'GET /api/messages/unread returned 404: no such status in docs/openapi.json',
  ],
  [
    'a 429 without Retry-After',
    { status: 429, body: { message: 'Too many' } },
    'GET /api/users returned 429 without the header Retry-After of docs/openapi.json',
  ],
  [
    'HTML instead of JSON',
    { headers: { 'content-type': 'text/html' } },
    'GET /api/users returned 200 with text/html, not with application/json as in docs/openapi.json',
  ],
])('%s is reported with its place', (_case, changes, message) => {
  const { body, ...rest } = response(changes)
  expect(findMismatch({ ...rest, body: JSON.parse(JSON.stringify(body)) })).toBe(message)
})
