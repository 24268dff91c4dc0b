import { expect, test } from 'vitest'
import { sessionExpiry } from './session-expiry.ts'

const lifetime = { ttlSeconds: 90, idleSeconds: 30 }
const createdAt = new Date(0)

test.each([
  [0, 30],
  [20, 50],
  [59, 89],
  [60, 90],
  [80, 90],
])('a session used after %i s ends after %i s (V7.3.1)', (used, ends) => {
  expect(sessionExpiry(lifetime, { createdAt, usedAt: new Date(used * 1_000) })).toEqual(new Date(ends * 1_000))
})
