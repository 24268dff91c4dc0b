import { expect, test } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

test('a burst is allowed, then the refill rate', () => {
  let now = 0
  const bucket = createTokenBucket(2, 3, () => now)
  expect([1, 2, 3, 4].map(() => bucket.take())).toEqual([true, true, true, false])
  now = 500
  expect([bucket.take(), bucket.take()]).toEqual([true, false])
  now = 60_000
  expect([1, 2, 3, 4].map(() => bucket.take())).toEqual([true, true, true, false])
})
