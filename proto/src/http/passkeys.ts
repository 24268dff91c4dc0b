import { z } from 'zod/mini'
import {
  CreatedPasskey,
  challengeId,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  passkeyId,
  SignedChallenge,
} from '../accounts/passkeys.ts'
import { endpoint } from '../endpoint.ts'
import { passkeyName } from '../fields.ts'
import { User } from '../profiles/users.ts'
import * as limits from '../rate-limits.ts'

/** Lists the user's passkeys, newest first. */
export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/account/passkeys',
  isForPending: true,
  response: z.array(Passkey),
})

/**
 * Creates the browser's options for a new passkey, with a challenge for this session. The challenge is valid once, for
 * five minutes. 403 with the code `CONFIRM` until the user has confirmed, 409 for a user with PASSKEYS_PER_USER
 * passkeys.
 */
export const createPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  isForPending: true,
  limits: [limits.passkeys],
  response: PasskeyCreationOptions,
  errorResponses: [409],
})

/** Stores the passkey that the browser has created with the options. 403 with the code `CONFIRM` as for the options. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  isForPending: true,
  status: 201,
  limits: [limits.passkeys],
  body: z.object({ name: passkeyName, passkey: CreatedPasskey }),
  response: Passkey,
  errorResponses: [409],
})

/**
 * Removes a passkey of the user, which can then no longer sign in. 403 with the code `CONFIRM` until the user has
 * confirmed.
 */
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/{id}',
  isForPending: true,
  limits: [limits.passkeys],
  params: z.object({ id: passkeyId }),
  errorResponses: [404],
})

/**
 * Creates the options for a confirmation with a passkey instead of the password. 403 with the code `WRONG_PASSKEY` for
 * a user without passkeys.
 */
export const createConfirmOptions = endpoint({
  method: 'POST',
  path: '/api/account/confirm/passkey/options',
  isForPending: true,
  limits: [limits.passkeys],
  response: PasskeyRequestOptions,
})

/** Allows this session sensitive calls for ten minutes. 403 with the code `WRONG_PASSKEY` for anything invalid. */
export const confirmWithPasskey = endpoint({
  method: 'POST',
  path: '/api/account/confirm/passkey',
  isForPending: true,
  limits: [limits.failedConfirmations, limits.passwordChecks],
  body: z.object({ passkey: SignedChallenge }),
})

/** Creates the options for a login with a passkey. The user may still be unknown. */
export const createLoginOptions = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  access: 'public',
  limits: [limits.passkeyLogins],
  response: z.object({
    /** Identifies the challenge. The login sends it with the passkey's signature. */
    id: challengeId,
    options: PasskeyRequestOptions,
  }),
})

/** Signs in with a passkey. Every refusal has the same response. */
export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  access: 'public',
  opensSession: true,
  limits: [limits.failedLogins, limits.logins],
  body: z.object({ id: challengeId, passkey: SignedChallenge }),
  response: User,
  headers: ['Set-Cookie'],
  errorResponses: [401],
})
