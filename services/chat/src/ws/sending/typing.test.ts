import { expect, test } from 'vitest'
import { createTypingLimit } from './typing.ts'

test('two typing frames a second are allowed, and the end of an allowed one always is', () => {
  let now = 0
  const limit = createTypingLimit(() => now)
  expect([1, 2, 3].map(() => limit.allow(7, true))).toEqual([true, true, false])
  expect(limit.allow(7, false)).toBe(true)
  expect([limit.allow(7, false), limit.allow(8, false), limit.allow(7, true)]).toEqual([false, false, false])
  now = 1_000
  expect([limit.allow(8, true), limit.allow(8, true), limit.allow(8, true)]).toEqual([true, true, false])
  expect([limit.allow(7, false), limit.allow(8, false)]).toEqual([false, true])
})
