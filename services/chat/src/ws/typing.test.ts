import { expect, test } from 'vitest'
import { createTypingLimit } from './typing.ts'

test('two a second are passed on, and the end of what was', () => {
  let now = 0
  const limit = createTypingLimit(() => now)
  expect([1, 2, 3].map(() => limit.mayPass(7, true))).toEqual([true, true, false])
  expect(limit.mayPass(7, false)).toBe(true)
  expect([limit.mayPass(7, false), limit.mayPass(8, false), limit.mayPass(7, true)]).toEqual([false, false, false])
  now = 1_000
  expect([limit.mayPass(8, true), limit.mayPass(8, true), limit.mayPass(8, true)]).toEqual([true, true, false])
  expect([limit.mayPass(7, false), limit.mayPass(8, false)]).toEqual([false, true])
})
