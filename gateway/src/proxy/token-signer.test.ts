import { keyOf } from '@zing/kit/env'
import { expect, test } from 'vitest'
import { createTokenSigner } from './token-signer.ts'

test('an internal token is reused for 30 seconds per session and user', () => {
  let now = 0
  const tokenFor = createTokenSigner(keyOf('s'.repeat(40)), () => now)
  const first = tokenFor({ userId: 1, sid: 'a' })
  now = 29_999
  expect(tokenFor({ userId: 1, sid: 'a' })).toBe(first)
  expect(tokenFor({ userId: 1, sid: 'b' })).not.toBe(first)
  expect(tokenFor({ userId: 2, sid: 'a' })).not.toBe(first)
  expect(tokenFor({ userId: 1, sid: 'a', role: 'moderator' })).not.toBe(first)
  expect(tokenFor(null)).not.toBe(first)
})
