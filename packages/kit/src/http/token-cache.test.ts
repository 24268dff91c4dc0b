import { expect, test, vi } from 'vitest'
import { createTokenCache } from './token-cache.ts'

function setupCache(verify: (token: string) => { claims: string; expiresAt: number }) {
  const clock = { now: 0 }
  const spy = vi.fn(verify)
  return { clock, spy, read: createTokenCache(spy, () => clock.now) }
}

test('a valid token is verified once until it expires, and then again', () => {
  const { clock, spy, read } = setupCache((token) => ({ claims: `${token} of Ada`, expiresAt: 1_000 }))
  expect([read('a'), read('a'), read('b')]).toEqual(['a of Ada', 'a of Ada', 'b of Ada'])
  clock.now = 999
  read('a')
  expect(spy).toHaveBeenCalledTimes(2)
  clock.now = 1_000
  read('a')
  expect(spy).toHaveBeenCalledTimes(3)
})

test('SEC-10 a rejected token is verified and rejected each time', () => {
  const { spy, read } = setupCache(() => {
    throw new Error('invalid signature')
  })
  expect(() => read('a')).toThrow()
  expect(() => read('a')).toThrow()
  expect(spy).toHaveBeenCalledTimes(2)
})
