import { z } from 'zod/mini'
import { recoveryCode } from '../accounts/recovery-codes.ts'
import { AccountSession, accountSessionId } from '../accounts/sessions.ts'
import { language } from '../community/language.ts'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { User } from '../profiles/users.ts'
import * as limits from '../rate-limits.ts'

/**
 * Changes the password and ends all other sessions of the user. Their browsers become unknown to the account. Unless
 * `keepOtherWays`, it also removes all passkeys and recovery codes, since somebody with the old password may have made
 * them. 403 with the code `WRONG_PASSWORD` for a wrong current password. 400 with `COMMON_PASSWORD` for a new password
 * that many people use.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  isForPending: true,
  lane: 'login',
  renewsDevice: true,
  limits: [limits.failedConfirmations, limits.passwordChecks],
  body: z.object({
    currentPassword: fields.loginPassword,
    newPassword: fields.password,
    keepOtherWays: z.exactOptional(z.boolean('Invalid choice')),
  }),
  headers: ['Set-Cookie'],
})

/** Lists the user's sessions: first the caller's, then the others by last use. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  isForPending: true,
  response: z.array(AccountSession),
})

/** Ends one session of the user and closes its sockets. 404 for an id outside of the user's sessions. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  isForPending: true,
  params: z.object({ id: accountSessionId }),
  headers: ['Set-Cookie'],
  errorResponses: [404],
})

/** Ends all sessions of the user except the caller's. All other browsers become unknown to the account. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  isForPending: true,
  headers: ['Set-Cookie'],
  renewsDevice: true,
})

/**
 * Allows this session sensitive calls for ten minutes, as a login with the password or a passkey does for five. 403 with
 * the code `WRONG_PASSWORD` for a wrong password.
 */
export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  isForPending: true,
  lane: 'login',
  limits: [limits.failedConfirmations, limits.passwordChecks],
  body: z.object({ password: fields.loginPassword }),
})

/** Counts the user's unused recovery codes. */
export const countRecoveryCodes = endpoint({
  method: 'GET',
  path: '/api/account/recovery-codes',
  isForPending: true,
  response: z.object({ unused: z.int() }),
})

/**
 * Creates RECOVERY_CODES one-time codes in place of all earlier ones. No later call returns them. 403 with the code
 * `CONFIRM` until the user has confirmed the password.
 */
export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  isForPending: true,
  limits: [limits.newRecoveryCodes],
  response: z.object({ codes: z.array(z.string()) }),
})

/**
 * Sets a new password with a recovery code, ends all sessions of the user and signs in. An unknown username gets the
 * same response as a wrong or used code.
 */
export const recoverAccount = endpoint({
  method: 'POST',
  path: '/api/recover',
  access: 'public',
  lane: 'login',
  opensSession: true,
  limits: [limits.failedLogins, limits.logins],
  body: z.object({ username: fields.loginUsername, code: recoveryCode, newPassword: fields.password }),
  response: User,
  headers: ['Set-Cookie'],
  errorResponses: [401],
})

/**
 * Deletes the account with all data of the user, permanently, and signs out everywhere. 403 with the code `CONFIRM`
 * until the user has confirmed the password.
 */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  isForPending: true,
  headers: ['Set-Cookie'],
  limits: [limits.deletions],
})

/**
 * Changes settings of the account. A hidden user is not in the feed, but keeps matches and chats. Without `showOnline`
 * no match sees when the user is online, after 30 s at the latest.
 */
export const updateAccount = endpoint({
  method: 'PATCH',
  path: '/api/account',
  isForPending: true,
  body: z.object({
    hidden: z.exactOptional(z.boolean('Invalid visibility')),
    showOnline: z.exactOptional(z.boolean('Invalid visibility')),
    /** The client speaks it, and the services to the user. */
    language: z.exactOptional(language),
  }),
  response: User,
})
