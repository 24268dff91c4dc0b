import { z } from 'zod/mini'
import { adminPin } from '../../accounts/admin-pin.ts'
import { AssignedRole, UserRole } from '../../accounts/roles.ts'
import { endpoint } from '../../endpoint.ts'
import { pathId, username } from '../../fields.ts'

/**
 * Opens an admin session. 200 with `success: false` for a wrong PIN, 429 when no attempt is left. A malformed PIN gets
 * a 400 and counts as an attempt.
 */
export const verifyPin = endpoint({
  method: 'POST',
  path: '/api/admin/verify-pin',
  feature: 'pinPanel',
  priority: 'session',
  body: z.object({ pin: adminPin }),
  response: z.object({ success: z.boolean() }),
  errorResponses: [403],
})

/** Counts users, matches and likes. 403 without an admin session. */
export const getStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  feature: 'pinPanel',
  priority: 'session',
  response: z.object({ totalUsers: z.int(), totalMatches: z.int(), totalLikes: z.int() }),
  errorResponses: [403],
})

/**
 * Deletes all user data. Requires the PIN and an admin session, which it revokes. 200 with `success: false` for a wrong
 * PIN. 503 with `success: false` and "Reset in progress" while the server continues by itself.
 */
export const resetAll = endpoint({
  method: 'POST',
  path: '/api/admin/reset',
  feature: 'pinPanel',
  priority: 'session',
  body: z.object({ pin: adminPin }),
  response: z.object({ success: z.boolean(), message: z.string() }),
  errorResponses: [403],
})

/**
 * Lists the users with a role other than member. With a username it lists that user, whatever the role. 403 without an
 * admin session, unless the caller has the role admin.
 */
export const listRoles = endpoint({
  method: 'GET',
  path: '/api/admin/roles',
  priority: 'session',
  query: z.object({ username: z.optional(username) }),
  response: z.array(UserRole),
  errorResponses: [403, 404],
})

/**
 * Grants or withdraws a role, at once in all sessions of the user. 403 as for `listRoles`. 403 with `CONFIRM` for an
 * admin without an admin session, unless the password or a passkey was just confirmed.
 */
export const setRole = endpoint({
  method: 'PUT',
  path: '/api/admin/roles/{userId}',
  priority: 'session',
  params: z.object({ userId: pathId('Invalid user ID') }),
  body: z.object({ role: AssignedRole }),
  response: UserRole,
  errorResponses: [403, 404],
})
