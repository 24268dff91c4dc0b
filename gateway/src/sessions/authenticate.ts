import type { Identity } from '@zing/kit/http/internal-token'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'

interface Credentials {
  cookie: string | undefined
  address: string
  /** Only calls that need a role carry one; their services refuse members. */
  needsRole?: boolean
  /** The call is for pending and refused users too. */
  isForPending?: boolean
}

/**
 * Returns the user of a session cookie. Throws 401 without an active session, 403 for a pending or refused user, 503 if
 * auth cannot tell.
 */
export async function authenticate(
  { readSessionToken, sessions, logSecurity }: Ctx,
  { cookie, address, needsRole = false, isForPending = false }: Credentials,
): Promise<Identity> {
  const identity = readSessionToken(cookie)
  if (identity && (await sessions.isActive(identity))) {
    const isPending = sessions.isPending(identity)
    if (isPending && !isForPending) throw errors.pending()
    if (isPending) return { ...identity, isPending: true }
    const role = needsRole && (await sessions.roleOf(identity))
    return role ? { ...identity, role } : identity
  }
  if (identity) logSecurity('session_use_after_expire', { address, userId: identity.userId })
  else if (cookie) logSecurity('authz_fail', { address, reason: 'invalid session token' })
  throw errors.notSignedIn()
}
