import { expect, test } from 'vitest'
import { formatLimit } from './format-limit.ts'

test.each([
  ['PING_MS', 20_000, '20 s'],
  ['LINGER_MS', 300, '300 ms'],
  ['FIRST_MS', 500, '500 ms'],
  ['BURST_MAX_DELAY_MS', 1_500, '1.5 s'],
  ['KEEP_MS', 7 * 24 * 60 * 60 * 1_000, '7 days'],
  ['REFILL_SECONDS', 86_400, '1 day'],
  ['CASE_LEASE_MS', 900_000, '15 min'],
  ['FRAME_MAX_BYTES', 16_384, '16 KiB'],
  ['UPLOAD_BODY_MAX_BYTES', 5_200_000, '5,200,000 bytes'],
  ['RECENT_KEYS', 1_000, '1,000'],
])('%s of %d reads %s', (name, value, text) => {
  expect(formatLimit(name, value)).toBe(text)
})
