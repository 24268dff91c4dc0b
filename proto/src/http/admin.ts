import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { adminPin } from '../fields.ts'

/**
 * Opens the admin panel to this session. A wrong PIN is a 200 with `success: false`; 429 when the attempts are used up. A
 * PIN of another shape is refused with 400 and counts as an attempt.
 */
export const verifyPin = endpoint({
  method: 'POST',
  path: '/api/admin/verify-pin',
  body: z.object({ pin: adminPin }),
  response: z.object({ success: z.boolean() }),
  errorResponses: [403],
})

/** How many people, matches and likes there are. 403 without a PIN grant of this session. */
export const getStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  response: z.object({ totalUsers: z.int(), totalMatches: z.int(), totalLikes: z.int() }),
  errorResponses: [403],
})

/**
 * Deletes all user data. Needs the PIN and a PIN grant of this session, and uses the grant up. A wrong PIN is a 200 with `success: false`. 503
 * "Reset in progress": it goes on by itself until everything is gone.
 */
export const resetAll = endpoint({
  method: 'POST',
  path: '/api/admin/reset',
  body: z.object({ pin: adminPin }),
  response: z.object({ success: z.boolean(), message: z.string() }),
  errorResponses: [403],
})
