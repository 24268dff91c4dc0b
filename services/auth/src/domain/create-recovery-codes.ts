import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { formatRecoveryCode } from '@zing/proto/recovery-codes'
import type { Ctx } from '../context.ts'
import { changeUser } from './change-user.ts'
import { confirmNeeded, requireConfirmed } from './confirm-password.ts'
import { getUser } from './get-user.ts'
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

/**
 * Replaces all recovery codes of the user; the only time that they are known here. A recovery or a new password that has ended
 * the session meanwhile must not leave codes of this session behind: either changes the hash of the password, which was read
 * before the confirmation was checked.
 */
export async function createRecoveryCodes(ctx: Ctx, caller: Identity): Promise<{ codes: string[] }> {
  const { passwordHash } = await getUser(ctx, caller.userId)
  await requireConfirmed(ctx, caller)
  const codes = newRecoveryCodes()
  const recoveryCodes = codes.map((code) => digestRecoveryCode(caller.userId, code))
  await changeUser(ctx, caller.userId, (before) => {
    if (before.passwordHash !== passwordHash) throw confirmNeeded()
    return { ...before, recoveryCodes }
  })
  logSecurityEvent(ctx.log, 'authn_token_created', { userId: caller.userId, reason: 'recovery codes' })
  return { codes: codes.map(formatRecoveryCode) }
}
