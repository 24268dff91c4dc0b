import { createSecretKey } from 'node:crypto'
import { CONFIRMATION_TTL_MS } from '@zing/proto/limits'
import { afterEach, expect, test, vi } from 'vitest'
import { createDeviceCookies } from '../login-throttle/device-cookies.ts'
import { createSessionTokens } from '../sessions/session-tokens.ts'
import { createDataTokens } from './data-tokens.ts'

const secret = createSecretKey(Buffer.alloc(32, 1))
const { sign, read } = createDataTokens(secret)

afterEach(() => vi.useRealTimers())

test('when a data token is as old as a confirmation lasts, it is invalid', () => {
  vi.useFakeTimers({ now: 0 })
  const token = sign(7)
  vi.setSystemTime(CONFIRMATION_TTL_MS - 1_000)
  expect(read(token)).toBe(7)
  vi.setSystemTime(CONFIRMATION_TTL_MS)
  expect(read(token)).toBeNull()
})

test('when a token is forged or for something else, it is no data token', () => {
  const others = [
    createSessionTokens(secret, 60).sign(7, 'sid'),
    createDeviceCookies(secret).renew(undefined, { _id: 7 }),
    createDataTokens(createSecretKey(Buffer.alloc(32, 2))).sign(7),
    sign(7).replace(/\.[^.]+$/, '.x'),
  ]
  expect(others.map(read)).toEqual([null, null, null, null])
})
