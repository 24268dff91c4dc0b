import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { adminPin } from '../fields.ts'

/**
 * Opens an admin session. 200 with `success: false` for a wrong PIN, 429 when no attempt is left. A malformed PIN is
 * rejected with 400 and counts as an attempt.
 */
export const verifyPin = endpoint({
  method: 'POST',
  path: '/api/admin/verify-pin',
  body: z.object({ pin: adminPin }),
  response: z.object({ success: z.boolean() }),
  errorResponses: [403],
})

/** Counts users, matches and likes. 403 without an admin session. */
export const getStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  response: z.object({ totalUsers: z.int(), totalMatches: z.int(), totalLikes: z.int() }),
  errorResponses: [403],
})

/**
 * Deletes all user data. Needs the PIN and an admin session, which it revokes. 200 with `success: false` for a wrong
 * PIN, 503 with `success: false` and "Reset in progress" while the server continues by itself.
 */
export const resetAll = endpoint({
  method: 'POST',
  path: '/api/admin/reset',
  body: z.object({ pin: adminPin }),
  response: z.object({ success: z.boolean(), message: z.string() }),
  errorResponses: [403],
})
