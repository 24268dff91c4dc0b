import type { Identity } from '@zing/kit/http/internal-token'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'

interface Credentials {
  cookie: string | undefined
  address: string
  /** Only calls that need a role carry it: their services refuse members. */
  needsRole?: boolean
}

/** Resolves the user of a session cookie; throws 401 without an active session, 503 if that cannot be determined. */
export async function authenticate(
  { readSessionToken, sessions, logSecurity }: Ctx,
  { cookie, address, needsRole = false }: Credentials,
): Promise<Identity> {
  const identity = readSessionToken(cookie)
  if (identity && (await sessions.isActive(identity))) {
    const role = needsRole && (await sessions.roleOf(identity))
    return role ? { ...identity, role } : identity
  }
  if (identity) logSecurity('session_use_after_expire', { address, userId: identity.userId })
  else if (cookie) logSecurity('authz_fail', { address, reason: 'invalid session token' })
  throw errors.notSignedIn()
}
