import { expect, test } from 'vitest'
import { clientRetryDelayMs, parseRetryAfterMs, RETRY_AFTER_MAX_MS } from './retry-delay.ts'

const longest = () => 1

test('the bound of the retry delay doubles from 1 s to 30 s, and the delay is random below it', () => {
  expect([0, 1, 2, 4, 5, 2_000].map((attempt) => clientRetryDelayMs(attempt, {}, longest))).toEqual([
    1_000, 2_000, 4_000, 16_000, 30_000, 30_000,
  ])
  expect([0, 0.25, 0.5].map((random) => clientRetryDelayMs(3, {}, () => random))).toEqual([0, 2_000, 4_000])
  expect(clientRetryDelayMs(9, { firstMs: 500, maxMs: 2_000 }, longest)).toBe(2_000)
})

test('a retry waits as long as the server asks, within a bound, and not equally for all clients', () => {
  expect([0, 1].map((random) => clientRetryDelayMs(0, { retryAfterMs: 7_000 }, () => random))).toEqual([7_000, 8_000])
  expect(clientRetryDelayMs(0, { retryAfterMs: 86_400_000 }, () => 0)).toBe(RETRY_AFTER_MAX_MS)
})

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(parseRetryAfterMs('7', now)).toBe(7_000)
  expect(parseRetryAfterMs('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9_000)
  for (const nothing of [
    null,
    undefined,
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '9999999999',
    'Wed, 31 Dec 2025 00:00:00 GMT',
  ]) {
    expect(parseRetryAfterMs(nothing, now), `${nothing}`).toBe(0)
  }
})
