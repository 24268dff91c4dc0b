import { FEED_CURSOR_MAX } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor, MIXED_MAX } from './feed-cursor.ts'

const position = { createdAt: new Date('2026-05-01T10:00:00.123Z'), id: 9_007_199_254_740_991 }

test('a cursor decodes to its position and fits into the contract', () => {
  const cursor = encodeCursor(position)
  expect(decodeCursor(cursor)).toEqual(position)
  expect(cursor.length).toBeLessThanOrEqual(64)
  expect(cursor).toMatch(/^[\w-]+$/)
})

test('a cursor carries the users who were mixed in, and still fits into the contract', () => {
  const mixedIds = Array(MIXED_MAX).fill(position.id)
  const cursor = encodeCursor({ ...position, mixedIds })
  expect(decodeCursor(cursor)).toEqual({ ...position, mixedIds })
  expect(cursor.length).toBeLessThanOrEqual(FEED_CURSOR_MAX)
  expect(encodeCursor({ ...position, mixedIds: [] })).toBe(encodeCursor(position))
})

test.each([
  ['empty', ''],
  ['not base64', '???'],
  ['without an id', Buffer.from('1767225600000.').toString('base64url')],
  ['with an id of zero', Buffer.from('1767225600000.0').toString('base64url')],
  ['with a negative time', Buffer.from('-1.5').toString('base64url')],
  ['with an operator', Buffer.from('{"$gt":0}.5').toString('base64url')],
  ['with too many users', Buffer.from('1767225600000.5~1-2-3-4').toString('base64url')],
  ['with trailing data', Buffer.from('1767225600000.5.6').toString('base64url')],
])('a cursor that is %s is rejected', (_what, cursor) => {
  expect(() => decodeCursor(cursor)).toThrow(expect.objectContaining({ status: 400, message: 'Invalid cursor' }))
})
